/** A proxy has answered that it makes no connection. The message has no secret and is part of a sentence. */
export class UpstreamRefusal extends Error {
  /** Whether the proxy itself refuses, or cannot reach the site. */
  readonly fault: 'proxy' | 'site';

  constructor(fault: 'proxy' | 'site', message: string) {
    super(message);
    this.name = 'UpstreamRefusal';
    this.fault = fault;
  }
}

export const WRONG_LOGIN = 'did not accept the user name and the password';
export const NO_LOGIN = 'asks for a user name and a password';
