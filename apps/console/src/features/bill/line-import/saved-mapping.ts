import type { Mapping, Preview } from './line-import-queries.ts';

/** A kept mapping for a file: each column by the name that the file gives it; `missing` are names that it does not have, or has twice. */
export const mappingFor = (
  saved: Mapping,
  { columns }: Pick<Preview, 'columns'>,
): { readonly mapping: Mapping; readonly missing: readonly string[] } => {
  const missing: string[] = [];
  const mapping = saved.flatMap((each) => {
    if (each.column === undefined) return [each];
    const [own, another] = columns.filter(({ name }) => name === each.name);
    if (own !== undefined && another === undefined) return [{ ...each, column: own.column }];
    missing.push(each.name ?? '');
    return [];
  });
  return { mapping, missing };
};
