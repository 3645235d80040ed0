/**
 * Which way imports run (docs/architecture.md), one row a room, each an allow-list: a folder or a package that is born tomorrow is
 * guarded today. `.oxlintrc.json` is written from this table; `guards.test.ts` plants a violation for every row.
 */
export interface Row {
  /** Which files, as globs. A later row replaces an earlier one for the same file. */
  readonly files: readonly string[];
  /** What they may import: relative patterns, `#` rooms, packages. */
  readonly may: readonly string[];
  /** What they may import as types alone. */
  readonly typesOnly?: readonly string[];
  /** What they may not import although `may` lets it in. */
  readonly not?: readonly string[];
  /** What the linter says of anything else. */
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
/** What tests of browser code and rules run on. */
export const testing = ['vitest', 'vitest/**', 'fast-check', '@testing-library/**', 'happy-dom', 'axe-core', ...node];
/** What of a noun of the server nobody outside it imports; `#` is in brackets, as it begins a comment in such patterns. */
export const insidesOfFeatures = ['[#]features/**/*.sql', '[#]features/**/*.handlers'];
