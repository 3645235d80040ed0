/** What a person must read and act on: the start ends with this sentence and no stack. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
