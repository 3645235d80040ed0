/** The props that the shell gives every page: the parameters of its path, decoded. */
export interface PageProps {
  readonly params: Readonly<Record<string, string>>;
}
