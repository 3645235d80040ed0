import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { laterLimits, limitTable } from '../../apps/server/src/kernel/setup/limits.ts';
import { files, isCode, manifests, read, root } from './repository.ts';

const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('content/demo/'));

const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[`*_]/g, '')
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (file: string): Set<string> =>
  new Set([...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading)));

/** The links of a document whose target does not exist. */
const brokenIn = (file: string): string[] =>
  [
    ...read(file)
      .replace(/```[\s\S]*?```/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    if (!existsSync(join(root, target))) return [`${file} → ${link}`];
    return anchor === undefined || anchorsOf(target).has(decodeURIComponent(anchor)) ? [] : [`${file} → ${link}`];
  });

/** The documents that sources and texts may name without a path. */
const named = new Set(
  documents.filter((file) => /^(?:docs\/(?:decisions\/)?)?[\w-]+\.md$/.test(file)).map((file) => basename(file)),
);

/** What the comments of a source cite that nobody finds in the repository: a document without a page, or a numbered issue. */
const citedNowhere = (text: string): string[] => [
  ...[...text.matchAll(/@source [^*\n]*/g)].flatMap(([cited]) =>
    (cited.match(/\b[\w-]+\.md\b/g) ?? []).filter((name) => !named.has(name)),
  ),
  ...(text.match(/\bissu[e] \d+/g) ?? []),
];

/** The files that the drawings of a document name; a drawing names a file by its path below a package's source, or by its name alone. */
const drawnIn = (file: string): string[] =>
  [...read(file).matchAll(/^```\n([\s\S]*?)^```/gm)].flatMap(
    ([, drawing = '']) => drawing.match(/[\w./-]+\.tsx?\b/g) ?? [],
  );

const configuration = read('docs/configuration.md');

/** The names in the first column of a document's tables, where the cell is a single code word. */
const rowNames = (text: string): string[] =>
  [...text.matchAll(/^\| ((?:`\w+`(?: · )?)+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );

const isVariable = (name: string) => /^[A-Z][A-Z0-9_]+$/.test(name);

/** Every variable that the configuration knows: those that `config check` explains, and those that it refuses as reserved. */
const knownVariables = (): string[] => {
  const source = ['config', 'variables'].map((name) => read(`apps/server/src/kernel/setup/${name}.ts`)).join('\n');
  const named = [...source.matchAll(/read(?:er)?\.(?:text|list)\('([A-Z0-9_]+)'\)|^ {2}([A-Z0-9_]+): \{/gm)];
  return [...new Set(named.map(([, text, row]) => text ?? row ?? ''))].toSorted();
};

describe('house 13 documents', () => {
  it('house 13 every link of a document leads somewhere', () => {
    expect(documents.flatMap(brokenIn)).toEqual([]);
  });

  it('house 13 what comments cite is in the repository', () => {
    const citing = files.filter(isCode);
    expect(citing.length).toBeGreaterThan(1000);
    expect(citing.flatMap((file) => citedNowhere(read(file)).map((cited) => `${file} → ${cited}`))).toEqual([]);
  });

  it('house 12 the rule finds what it must find', () => {
    expect(citedNowhere(`/** @source R4.9, nowhere${'.md'}, rules */`)).toEqual(['nowhere.md']);
    expect(citedNowhere(`/** @source billing.md, iss${'ue'} 9 */`)).toEqual([`iss${'ue'} 9`]);
  });

  it('house 13 every file in a drawing of the architecture exists', () => {
    const isThere = (name: string): boolean => {
      const path = name.replace(/^(?:portal|console|server|web|client|domain|ui)\//, '');
      return files.some((file) => file.endsWith(`/${path}`));
    };
    const drawn = drawnIn('docs/architecture.md');
    expect(drawn.length).toBeGreaterThan(20);
    expect(drawn.filter((name) => !isThere(name))).toEqual([]);
  });

  it('contract 7 every variable that the server reads is documented, and no other', () => {
    expect(rowNames(configuration).filter(isVariable).toSorted()).toEqual(knownVariables());
  });

  it('contract 7 every limit is documented with its standard value, and no other', () => {
    const rows = [...configuration.matchAll(/^\| `([a-z]\w+)` \| ([\d,]+) \|/gm)];
    const documented = Object.fromEntries(
      rows.map(([, name = '', value = '']) => [name, Number(value.replaceAll(',', ''))]),
    );
    const inForce = Object.fromEntries(Object.entries(limitTable).map(([name, { value }]) => [name, value]));
    expect(documented).toEqual(inForce);
  });

  it('contract 7 every limit that may be set is read somewhere, and those that may not are not', () => {
    const sources = files.filter((file) =>
      /^apps\/server\/src\/.*(?<!\.test|\.fixture|kernel\/limits|kernel\/ports)\.ts$/.test(file),
    );
    const code = sources.map(read).join('\n');
    const unread = Object.keys(limitTable).filter((name) => !new RegExp(`[.{,] ?${name}\\b(?!:)`).test(code));
    expect(unread.toSorted()).toEqual([...laterLimits].toSorted());
  });

  it('house 13 every dependency has its sentence, and no sentence outlives its dependency', () => {
    const asked = manifests.flatMap(([, { dependencies = {}, devDependencies = {} }]) =>
      Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith('@ronghui/')),
    );
    const documented = [...read('docs/decisions/dependencies.md').matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \|/gm)].flatMap(
      ([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    );
    expect(documented.toSorted()).toEqual([...new Set(asked)].toSorted());
  });

  it('house 13 the list of decisions names every record', () => {
    const records = files
      .filter((file) => /^docs\/decisions\/\d{4}-/.test(file))
      .map((file) => file.slice('docs/decisions/'.length));
    const listed = [...read('docs/decisions/README.md').matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name]) => name);
    expect(listed).toEqual(records);
  });

  it('house 13 every script of the table in CONTRIBUTING exists', () => {
    const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
    const named = [...read('CONTRIBUTING.md').matchAll(/`npm (?:run )?([a-z:-]+)/g)].map(([, name]) => name);
    expect(named.filter((name) => name !== 'ci' && name !== 'run' && !scripts.includes(name ?? ''))).toEqual([]);
  });

  it('R14.1 no document goes past the launcher, which brings the right Node', () => {
    expect(documents.filter((file) => /\bnpx /.test(read(file)))).toEqual([]);
  });
});
