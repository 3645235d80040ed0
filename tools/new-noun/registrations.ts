/** A line or lines that make a noun known to a file that lists all of them; written for the sample and respelt. */
export interface Registration {
  readonly file: string;
  /** The block that it goes into, from its first words to its end, '' for an empty line; without one it goes before the first line that matches `before`. */
  readonly block?: readonly [start: string, end: string];
  readonly before?: RegExp;
  /** In a sorted list: after the last line that is smaller. */
  readonly sortedBy?: RegExp;
  readonly text: string;
}

const contractIndex = 'packages/contract/src/index.ts';
const featureIndex = 'apps/server/src/features/index.ts';
const tables = 'apps/server/src/tables.gen.ts';

/** What `npm run tables` will say of the sample's table, so that everything type-checks before a database has seen it. */
const tableType = `export interface SampleNounTable {
  tenant_id: string;
  sample_noun_id: string;
  name: string;
  status: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
}

`;

/** Every place where a noun is listed. */
export const registrations: readonly Registration[] = [
  {
    file: contractIndex,
    before: /^import \{ \w+Operations \} from '\.\/operations\//,
    text: "import { sampleNounOperations } from './operations/sample-noun.ts';\n",
  },
  { file: contractIndex, block: ['export const nouns = {', '}'], text: "  'sample-noun': sampleNounOperations,\n" },
  { file: contractIndex, block: ['export const operations = {', '}'], text: '  ...sampleNounOperations,\n' },
  { file: contractIndex, block: ['export {\n  accountOperations', '}'], text: '  sampleNounOperations,\n' },
  {
    file: featureIndex,
    before: /^import \{ \w+Handlers \} from '\.\//,
    text: "import { sampleNounHandlers } from './sample-noun/sample-noun.handlers.ts';\n",
  },
  { file: featureIndex, block: ['export const handlers', '}'], text: '  ...sampleNounHandlers,\n' },
  {
    file: 'docs/architecture.md',
    block: ['| Noun | Its tables |', ''],
    text: '| `sample-noun` | `sample_noun` |\n',
  },
  { file: 'tools/walls/noun-order.ts', block: ['export const nounOrder', ']'], text: "  'sample-noun',\n" },
  {
    file: tables,
    block: ['// Generated', 'export interface Tables {'],
    sortedBy: /^export interface (\w+)Table \{/,
    text: tableType,
  },
  {
    file: tables,
    block: ['export interface Tables {', '}'],
    sortedBy: /^ {2}(\w+): /,
    text: '  sample_noun: SampleNounTable;\n',
  },
  {
    file: 'apps/portal/src/kernel/paths.ts',
    block: ['export const patterns = {', '}'],
    text: "  sampleNoun: '/merchant/userCenter/sampleNoun/:sampleNounId',\n",
  },
  {
    file: 'apps/portal/src/routes.ts',
    block: ['export const routes', '}'],
    text: `  sampleNoun: {
    ...merchant,
    title: '详情',
    auth: [],
    load: () => import('./features/sample-noun/sample-noun-page.tsx'),
  },
`,
  },
];

const fail = (file: string, what: string): never => {
  throw new Error(
    `${file}: ${what} is not where it was; register the noun by hand and mend tools/new-noun/registrations.ts`,
  );
};

const placeIn = (lines: readonly string[], { file, block, before, sortedBy, text }: Registration): number => {
  const whole = lines.join('\n');
  let [from, to] = [0, lines.length];
  if (block !== undefined) {
    const start = whole.indexOf(block[0]);
    if (start === -1) return fail(file, block[0]);
    from = whole.slice(0, start).split('\n').length - 1;
    const isEnd = (line: string) => (block[1] === '' ? line === '' : line.startsWith(block[1]));
    to = lines.findIndex((line, index) => index > from && isEnd(line));
    if (to === -1) return fail(file, `the end of ${block[0]}`);
  }
  if (before !== undefined) {
    const found = lines.findIndex((line) => before.test(line));
    return found === -1 ? fail(file, String(before)) : found;
  }
  if (sortedBy === undefined) return to;
  const [, own = ''] = sortedBy.exec(text) ?? [];
  const next = lines.findIndex((line, index) => {
    const [, name] = index > from && index < to ? (sortedBy.exec(line) ?? []) : [];
    return name !== undefined && name > own;
  });
  return next === -1 ? to : next;
};

/** A file's text with the registration in it. */
export const register = (source: string, registration: Registration): string => {
  const lines = source.split('\n');
  lines.splice(placeIn(lines, registration), 0, ...registration.text.replace(/\n$/, '').split('\n'));
  return lines.join('\n');
};
