/**
 * The direction of imports (docs/architecture.md): one row a room, each an allow-list, so that new folders and packages are covered too.
 * The linter's rule `walls/imports` reads this table; `guards.test.ts` plants a violation for every row.
 */
export interface Row {
  /** Which files, as globs. A later row replaces an earlier one for the same file. */
  readonly files: readonly string[];
  /** What they may import: relative patterns, `#` rooms, packages. */
  readonly may: readonly string[];
  /** What they may import only as types. */
  readonly typesOnly?: readonly string[];
  /** What they may not import although `may` allows it. */
  readonly not?: readonly string[];
  /** The linter's message for any other import. */
  readonly message: string;
  /** An import that must be refused, and a file of the row to plant it in. */
  readonly plant: { readonly file: string; readonly imports: readonly string[] };
}

/** Node's own modules, and their parts such as `node:fs/promises`. */
export const node = ['node:*', 'node:*/*'];
/** A room's own files. */
export const own = ['./**', '../**'];
/** The product's rules. */
export const domain = ['@ronghui/domain/**'];
/** What tests of browser code and rules may import. */
export const testing = ['vitest', 'vitest/**', 'fast-check', '@testing-library/**', 'happy-dom', 'axe-core', ...node];
/** The files of a noun of the server that only the noun imports. */
export const insidesOfFeatures = ['#features/**/*.sql', '#features/**/*.handlers'];
