/** The fields that the kernel handles. */
type KernelField = 'kid' | 'idempotencyKey';

/**
 * States that a write uses every field of its request; `rest` is what is left after they were taken: `({ name, ...rest }) => { allTaken(rest); … }`.
 * A field that the request gains does not compile until its handler takes it.
 */
export const allTaken = <Rest extends object>(
  _rest: Rest & { readonly [Field in Exclude<keyof Rest, KernelField>]: never },
): void => undefined;
