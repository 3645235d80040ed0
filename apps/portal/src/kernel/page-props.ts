/** What the shell hands to every page: the parts of its path, decoded (`pid`, `type`, `id`; `*` is the rest of `/portal/docs`). */
export interface PageProps {
  readonly params: Readonly<Record<string, string>>;
}
