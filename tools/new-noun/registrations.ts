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

/** What `npm run tables` will say of the table, so that everything type-checks before a database has seen it. */
const tableType = `export interface SampleNounTable {
  tenant_id: string;
  row_no: string;
//: each fields
  %column%: string;
//: end
  status: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
}

`;

const foreignIds = 'apps/server/src/contract-tests/foreign-ids.test.ts';
const tenantWall = 'apps/server/src/contract-tests/tenant-wall.test.ts';
const fixtureImport = "import { addSampleNoun } from '#features/sample-noun/sample-noun.fixture';\n";
const merchantFixtures = /^import .* from '#features\/(?:staff|tenant)\//;

/** How a tenant comes by each id that the operations take. */
const makers = `  'sampleNoun.%detail% rowNo': (owner) => addSampleNoun(fixture.app, owner),
  'sampleNoun.%verb% rowNo': (owner) => addSampleNoun(fixture.app, owner),
`;

const routes = 'apps/portal/src/routes.ts';
const paths = 'apps/portal/src/kernel/paths.ts';

/** The route of a noun. */
const newRoute: readonly Registration[] = [
  {
    file: 'e2e/phone-pages.ts',
    block: ['export const merchantPages', '}'],
    text: `  %route%: [
    { name: 'the list', at: area('%route%') },
    {
      name: 'the drawer, which has no such row',
      at: area('%route%?open=nothing'),
      act: (page) => drawer(page, '%label%详情'),
    },
  ],
`,
  },
  {
    file: paths,
    block: ['export const patterns = {', '}'],
    text: "  %route%: '/merchant/userCenter/%route%',\n",
  },
  {
    file: 'apps/portal/src/kernel/paths.test.ts',
    before: /^ {4}'\/merchant\/accountCenter\/basicInfo',/,
    text: "    '/merchant/userCenter/%route%',\n",
  },
  {
    file: 'apps/portal/src/routes.test.ts',
    block: ['const titles', '}'],
    text: "  %route%: '%title%',\n",
  },
  {
    file: 'apps/portal/src/routes.test.ts',
    block: ['const addresses', '}'],
    text: "  %route%: '/merchant/userCenter/%route%',\n",
  },
  {
    file: routes,
    block: ['const area = areaRoutes({', '}'],
    text: "  %route%: { title: '%title%' },\n",
  },
  {
    file: 'apps/portal/src/shell/menus/area-groups.ts',
    block: ["title: '业务办理',", '    ],'],
    text: "      '%route%',\n",
  },
];

/** Every place where a noun is listed. */
export const registrations: readonly Registration[] = [
  {
    file: 'apps/server/src/features/audit/audit-areas.ts',
    block: ['const areaOfNoun', '}'],
    text: "  'sample-noun': 'order',\n",
  },
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
  { file: foreignIds, before: merchantFixtures, text: fixtureImport },
  { file: foreignIds, block: ['const makers:', '}'], text: makers },
  { file: tenantWall, before: merchantFixtures, text: fixtureImport },
  {
    file: tenantWall,
    block: ['for (const merchant of [own, otherMerchant]) {', '  }'],
    text: '    await addSampleNoun(fixture.app, merchant);\n',
  },
  {
    file: 'apps/portal/src/merchant-pages.ts',
    block: ['export const merchantPages', '}'],
    text: "  %route%: () => import('./features/sample-noun/sample-noun-list-page.tsx'),\n",
  },
  ...newRoute,
];

const fail = (file: string, what: string): never => {
  throw new Error(
    `${file}: ${what} is not where it was; register the noun by hand and repair tools/new-noun/registrations.ts`,
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
  if (registration.text === '') return source;
  lines.splice(placeIn(lines, registration), 0, ...registration.text.replace(/\n$/, '').split('\n'));
  return lines.join('\n');
};
