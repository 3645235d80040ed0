/** What a library without the language's own promises gives back: an object with nothing but a `then`. */
export function thenableOf<Value>(promise: Promise<Value>): PromiseLike<Value> {
  return {
    // biome-ignore lint/suspicious/noThenProperty: such an object is what is tried
    // oxlint-disable-next-line unicorn/no-thenable -- such an object is what is tried
    then: (...settle) => promise.then(...settle),
  };
}
