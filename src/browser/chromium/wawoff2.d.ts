declare module 'wawoff2' {
  const wawoff2: { decompress(woff2: Uint8Array): Promise<Uint8Array> };
  // biome-ignore lint/style/noDefaultExport: so the package exports it.
  export default wawoff2;
}
