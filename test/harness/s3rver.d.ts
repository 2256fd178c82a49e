declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

  export interface S3rverOptions {
    readonly address: string;
    readonly port: number;
    readonly silent: boolean;
    readonly allowMismatchedSignatures: boolean;
    readonly directory: string;
    readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[];
  }

  // biome-ignore lint/style/noDefaultExport: this is what the package is
  export default class S3rver {
    readonly httpServer: import('node:http').Server;
    readonly store: {
      getResourcePath(bucket: string, key: string, part: string): string;
      deleteObject(bucket: string, key: string): Promise<void>;
      listObjects(bucket: string, options: { maxKeys: number }): Promise<unknown>;
    };
    constructor(options: S3rverOptions);
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
