/** A request to an address that a user named. */
export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PostAnswer {
  readonly status: number;
  /** The header Retry-After. */
  readonly retryAfter: string | undefined;
  /** The beginning of the answer. */
  readonly text: string;
}

/** Sends requests through the guard, and keeps connections open for the next ones. */
export interface Poster {
  /** Redirects are answers like others. Throws ConnectionProblem, Problem('unavailable') after the time limit, or an error of TLS or HTTP. */
  post(request: Post): Promise<PostAnswer>;
  /** Ends all connections and requests. */
  close(): void;
}
