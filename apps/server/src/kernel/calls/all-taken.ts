/** The fields that the kernel handles. */
type KernelField = 'kid' | 'idempotencyKey';

/**
 * States that a write uses every field of its request; `rest` is what is left after they were taken: `({ name, ...rest }) => { allTaken(rest); … }`.
 * A field that the request gains does not compile until its handler takes it.
 */
export const allTaken = <Rest extends object>(
  _rest: Rest & { readonly [Field in Exclude<keyof Rest, KernelField>]: never },
): void => undefined;

/**
 * Takes out of a request, as they are, the fields that a part of the contract declares, and returns them and the rest:
 * `const [purchased, asked] = takePart(purchasedFields, input)`. What the part gains is taken too.
 */
export const takePart = <Part extends object, Request extends { readonly [Field in keyof Part]: unknown }>(
  part: Part,
  request: Request,
): readonly [Pick<Request, keyof Part & keyof Request>, Omit<Request, keyof Part>] => {
  const [taken, rest] = [true, false].map((isTaken) =>
    Object.fromEntries(Object.entries(request).filter(([field]) => Object.hasOwn(part, field) === isTaken)),
  );
  // Each field is in one of them, under its name.
  return [taken, rest] as unknown as readonly [Pick<Request, keyof Part & keyof Request>, Omit<Request, keyof Part>];
};
