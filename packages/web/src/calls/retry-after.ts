/** How long a refusal asks to wait, where it says so. @unit seconds */
export const retryAfterOf = (data: unknown): number | undefined => {
  const { retryAfter }: { readonly retryAfter?: unknown } = Object(data);
  return Number(retryAfter) || undefined;
};
