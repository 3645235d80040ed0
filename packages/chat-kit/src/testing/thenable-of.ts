/** A thenable without the rest of a promise, as older libraries return it. */
export function thenableOf<Value>(promise: Promise<Value>): PromiseLike<Value> {
  return {
    // biome-ignore lint/suspicious/noThenProperty: the test needs a thenable
    // oxlint-disable-next-line unicorn/no-thenable -- the test needs a thenable
    then: (...settle) => promise.then(...settle),
  };
}
