/** The rule `walls/imports`: a file imports only what its row of the table allows. */

import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Row } from './row.ts';
import { rows } from './rows.ts';

interface Specifier {
  readonly importKind?: string;
  readonly exportKind?: string;
}

/** An import, static or dynamic, or an export from another module. */
interface ImportNode {
  readonly source?: { readonly type: string; readonly value?: unknown } | null;
  readonly importKind?: string;
  readonly exportKind?: string;
  readonly specifiers?: readonly Specifier[];
}

interface RuleContext {
  readonly filename: string;
  report(finding: { readonly node: ImportNode; readonly message: string }): void;
}

/** A glob as a regular expression: `**` for any path, `*` for a part of a name, `{a,b}` for either. */
const globOf = (glob: string): string =>
  glob
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (_, either: string) => `(?:${either.replaceAll(',', '|')})`)
    .replace(/\*\*\/?|\*/g, (stars) => (stars === '*' ? '[^/]*' : stars === '**' ? '.*' : '(?:.*/)?'));

const oneOf = (globs: readonly string[]): RegExp => new RegExp(`^(?:${globs.map(globOf).join('|')})$`);
const none = /(?!)/;

interface Wall {
  readonly files: RegExp;
  readonly may: RegExp;
  readonly not: RegExp;
  readonly row: Row;
}

const wallOf = (row: Row): Wall => ({
  files: oneOf(row.files),
  may: oneOf(row.may),
  not: row.not === undefined ? none : oneOf(row.not),
  row,
});

const walls = rows.map(wallOf);

const roots = new Map<string, string>();
/** The folder of the linter's configuration, from which the table's files are named, wherever the linter was started. */
const rootOf = (folder: string): string => {
  const known = roots.get(folder);
  if (known !== undefined) return known;
  const parent = dirname(folder);
  const root = existsSync(join(folder, '.oxlintrc.json')) || parent === folder ? folder : rootOf(parent);
  roots.set(folder, root);
  return root;
};

/** A later row replaces an earlier one for the same file. */
const wallAround = (filename: string): Wall | undefined => {
  const file = relative(rootOf(dirname(filename)), filename).replaceAll(sep, '/');
  return walls.findLast(({ files }) => files.test(file));
};

const isType = ({ importKind, exportKind, specifiers = [] }: ImportNode): boolean =>
  importKind === 'type' ||
  exportKind === 'type' ||
  (specifiers.length > 0 && specifiers.every((each) => (each.importKind ?? each.exportKind) === 'type'));

const imports = {
  create: (context: RuleContext) => {
    const wall = wallAround(context.filename);
    if (wall === undefined) return {};
    const { row } = wall;
    const look = (node: ImportNode): void => {
      const name = node.source?.value;
      if (typeof name !== 'string') return;
      if (row.typesOnly?.includes(name) === true) {
        if (!isType(node)) context.report({ node, message: `${name} as types only` });
      } else if (!wall.may.test(name) || wall.not.test(name)) {
        context.report({ node, message: `${name}: ${row.message}` });
      }
    };
    return {
      ImportDeclaration: look,
      ImportExpression: look,
      ExportNamedDeclaration: look,
      ExportAllDeclaration: look,
    };
  },
};

export default { meta: { name: 'walls' }, rules: { imports } };
