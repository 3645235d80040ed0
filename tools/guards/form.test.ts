import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { files, folders, isCode, isTest, namesIn, read } from './repository.ts';

const forbidden = new Set([
  'utils',
  'helpers',
  'common',
  'misc',
  'shared',
  'types',
  'constants',
  'lib',
  'core',
  'services',
]);
/** The default entries of packages, of the server's features and of a package's styles. */
const entries =
  /^(packages\/[^/]+\/src|apps\/server\/src\/features)\/index\.ts$|^(apps|packages)\/[^/]+\/([a-z-]+\/)?index\.html$/;

const isBadName = (path: string): boolean => {
  const name = basename(path).split('.')[0] ?? '';
  return forbidden.has(name) || (name === 'index' && !entries.test(path));
};

const rooms = [
  ...folders.filter((folder) => /^(apps|packages)\/[^/]+$/.test(folder)),
  'e2e',
  'tools',
  'content',
  'docs',
  'docs/decisions',
  'apps/server/migrations',
  'apps/server/src/kernel',
  'apps/server/src/adapters',
  'apps/server/src/features',
  'apps/portal/src/kernel',
  'apps/portal/src/shell',
  'apps/portal/src/features',
  'apps/console/src/kernel',
  'apps/console/src/shell',
  'apps/console/src/features',
];

/** Folders with one file per noun, which grow with the nouns: what is named after one is not counted there. */
const byNoun = ['packages/contract/src/operations', 'packages/domain/src'];
const nouns = namesIn('packages/contract/src/operations');
const isNounsOwn = (file: string): boolean =>
  byNoun.includes(dirname(file)) && nouns.includes(basename(file).replace(/\.ts$/, ''));

/** Counts code without tests and styles, because those double the files of a folder without adding subjects. */
const codeIn = (folder: string): string[] =>
  files.filter(
    (file) =>
      dirname(file) === folder &&
      /\.(ts|tsx|mjs)$/.test(file) &&
      isCode(file) &&
      !/\.(test|spec|fixture)\./.test(file) &&
      !isNounsOwn(file),
  );

const linesOf = (file: string): number => read(file).trimEnd().split('\n').length;

describe('house 8 names', () => {
  it('house 8 no file and no folder has a name that says nothing', () => {
    expect([...files, ...folders].filter(isBadName)).toEqual([]);
  });

  it('house 12 the rule finds what it must find', () => {
    for (const path of [
      'a/utils',
      'a/b/helpers.ts',
      'apps/portal/src/types.ts',
      'apps/portal/src/features/lead/index.ts',
    ]) {
      expect(isBadName(path), path).toBe(true);
    }
    for (const path of ['packages/ui/src/index.ts', 'apps/server/src/features/index.ts', 'a/type-scale.ts']) {
      expect(isBadName(path), path).toBe(false);
    }
  });

  it('house 8 files of code and their folders are written in kebab-case', () => {
    // The repository's host asks for the first name; a backup of a release names its own folders.
    const given = /^\.github\/ISSUE_TEMPLATE$|^releases\/[^/]+\/backup\//;
    const ours = [...files.filter(isCode), ...folders].filter((path) => !given.test(path));
    const named = ours.map((path) => basename(path).replace(/\.gen\.ts$/, ''));
    expect(named.filter((name) => !/^[.@]?[a-z0-9]+([-._][a-z0-9]+)*$/.test(name))).toEqual([]);
  });
});

/** A name without what is easily overlooked: dots, dashes, capitals. */
const heardAs = (file: string): string =>
  `${dirname(file)}/${basename(file)
    .replace(/\.[a-z]+$/, '')
    .replaceAll(/[-._]/g, '')
    .toLowerCase()}`;

const twinsAmong = (names: readonly string[]): string[] => {
  const heard = new Map<string, Set<string>>();
  for (const name of names) {
    const stem = name.replace(/\.[a-z]+$/, '');
    heard.set(heardAs(name), (heard.get(heardAs(name)) ?? new Set()).add(stem));
  }
  return [...heard.values()].flatMap((stems) => (stems.size > 1 ? [[...stems].join(' ')] : []));
};

describe('house 8 twins', () => {
  it('house 8 no two files of a folder differ by a dot, a dash or a capital alone', () => {
    expect(twinsAmong(files.filter(isCode))).toEqual([]);
  });

  it('house 12 the rule finds what it must find', () => {
    expect(twinsAmong(['a/order.desk.ts', 'a/order-desk.ts', 'a/feedBack.tsx', 'a/feedback.ts'])).toHaveLength(2);
    expect(twinsAmong(['a/page.tsx', 'a/page.css', 'a/page.test.tsx', 'b/page-part.tsx', 'c/page.part.tsx'])).toEqual(
      [],
    );
  });
});

describe('house 10 sizes', () => {
  it('house 10 a file has at most 300 lines, a test 500', () => {
    const long = files.filter(isCode).filter((file) => linesOf(file) > (isTest(file) ? 500 : 300));
    expect(long.map((file) => `${file} ${linesOf(file)}`)).toEqual([]);
  });

  it('house 10 a folder has at most 20 files of code', () => {
    const wide = folders.filter((folder) => codeIn(folder).length > 20);
    expect(wide.map((folder) => `${folder} ${codeIn(folder).length}`)).toEqual([]);
  });
});

/** The walls keep the query builder out of other files; this rule finds statements that bypass it. The kernel uses its own connections. */
const sendsSql = (text: string): boolean => /\.query\s*[<(]/.test(text);

describe('house 5 statements', () => {
  it('house 5 outside the kernel stand in *.sql.ts alone', () => {
    const outside = files.filter((file) => /^apps\/server\/src\/(?!kernel\/).+\.ts$/.test(file));
    const code = outside.filter((file) => !isTest(file) && !/\.(sql|fixture)\.ts$/.test(file));
    expect(code.length).toBeGreaterThan(100);
    expect(code.filter((file) => sendsSql(read(file)))).toEqual([]);
  });

  it('house 12 the rule finds what it must find', () => {
    expect(sendsSql("await pool.query<{ a: number }>('select 1')")).toBe(true);
    expect(sendsSql("pool.query('select 1')")).toBe(true);
    expect(sendsSql('const { query } = request; findQuery(query)')).toBe(false);
  });
});

describe('house 9 READMEs', () => {
  it.each(rooms)('house 9 %s says what belongs into it', (room) => {
    expect(files).toContain(`${room}/README.md`);
  });

  it('house 9 the README of a room has at most 20 lines', () => {
    const code = files.filter((file) => /^(apps|packages|e2e|tools)\/.*README\.md$/.test(file));
    expect(code.filter((file) => linesOf(file) > 20).map((file) => `${file} ${linesOf(file)}`)).toEqual([]);
  });
});
