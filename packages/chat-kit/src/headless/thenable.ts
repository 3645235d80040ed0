/** Whether a value is a promise, of whatever library or window: what `await` would wait for. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof Reflect.get(Object(value), 'then') === 'function';
}
