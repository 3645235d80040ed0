/** The props that the shell gives every page: the parameters of its path, decoded (`pid`, `type`, `id`; `*` is the rest of `/portal/docs`). */
export interface PageProps {
  readonly params: Readonly<Record<string, string>>;
}
