import type { ListState } from './list-state.ts';

/**
 * A list that shows what waits until a chip is chosen: who searches by one of these names means everything, so that the chip `all` is chosen with
 * it, in the address and in sight. The queue can be chosen again afterwards, which searches in it alone.
 */
export const searchesAll = <Name extends string, List extends Pick<ListState<Name>, 'values' | 'apply'>>(
  list: List & Pick<ListState<Name>, 'values' | 'apply'>,
  { chips, names }: { readonly chips: Name; readonly names: readonly Name[] },
): List => ({
  ...list,
  apply: (...[changes, how]: Parameters<ListState<Name>['apply']>) => {
    const isSearch = names.some((name) => (changes[name] ?? '') !== '' && list.values[name] === '');
    const leaves = isSearch && list.values[chips] === '' && changes[chips] === undefined;
    // The name of a filter is one of the list's.
    list.apply(leaves ? { ...changes, ...({ [chips]: 'all' } as Partial<Record<Name, string>>) } : changes, how);
  },
});
