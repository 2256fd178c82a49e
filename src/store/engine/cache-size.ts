/**
 * Options of an LRUCache for so many entries. Its own option `max` allocates the room for all of them at once, which takes
 * a millisecond for 10,000, and every transaction has a store with caches of its own.
 */
export function entries(most: number) {
  return { maxSize: most, sizeCalculation: () => 1 };
}
