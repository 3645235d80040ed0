/** Ends the start with a sentence for the operator, without a stack trace. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
