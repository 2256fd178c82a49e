/** A map that forgets what was used least recently once its weight passes the limit. */
export class Recent<Key, Entry> {
  readonly #entries = new Map<Key, Entry>();
  readonly #limit: number;
  readonly #weigh: (entry: Entry) => number;
  #weight = 0;
  #newest: Key | undefined;

  constructor(limit: number, weigh: (entry: Entry) => number = () => 1) {
    this.#limit = limit;
    this.#weigh = weigh;
  }

  get(key: Key): Entry | undefined {
    const entry = this.#entries.get(key);
    // What is asked for again and again is in its place already.
    if (entry === undefined || key === this.#newest) return entry;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#newest = key;
    return entry;
  }

  set(key: Key, entry: Entry): void {
    this.delete(key);
    this.#entries.set(key, entry);
    this.#newest = key;
    this.#weight += this.#weigh(entry);
    for (const [oldest, forgotten] of this.#entries) {
      if (this.#weight <= this.#limit) break;
      this.#entries.delete(oldest);
      this.#weight -= this.#weigh(forgotten);
    }
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weigh(entry);
  }
}
