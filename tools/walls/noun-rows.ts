import { nounOrder } from './noun-order.ts';
import { domain, node, type Row } from './row.ts';

const features = 'apps/server/src/features';
/** A noun's own files, from a folder inside it too. */
const own = ['./**', '../*.ts'];
const base = [...own, '#kernel/**', '#tables', '@ronghui/contract', ...domain, ...node];
/** Modules that throw undeclared errors: a handler fails only with its declared reasons. */
const refusing = ['#kernel/refusal'];
const query = ['kysely', 'kysely/helpers/postgres'];

const facesOf = (noun: string): string[] => [`#features/${noun}/${noun}.reads`, `#features/${noun}/${noun}.steps`];

/** Planted imports: the private files of an earlier noun, and the faces of a later one. */
const plantsOf = (index: number): string[] => [
  ...nounOrder
    .slice(0, index)
    .slice(-1)
    .flatMap((noun) => [
      `#features/${noun}/${noun}.sql`,
      `#features/${noun}/${noun}.handlers`,
      `../${noun}/${noun}.reads.ts`,
    ]),
  ...nounOrder.slice(index + 1, index + 2).flatMap(facesOf),
  ...nounOrder
    .slice(index + 1)
    .slice(-1)
    .flatMap(facesOf),
  ...refusing,
  '../index.ts',
  '#features/index',
  '#adapters/memory',
  'pg',
  'fastify',
];

/** The same imports from a part of a noun, which is one folder deeper. */
const inPart = (imports: readonly string[]): string[] =>
  imports.map((name) => (name.startsWith('../') ? `../${name}` : name));

/** Packages that some files of a noun may import. */
const packages: readonly { readonly noun: string; readonly files: string; readonly may: readonly string[] }[] = [
  { noun: 'account', files: 'image-*.ts', may: ['sharp'] },
  { noun: 'file', files: 'picture/picture-process.ts', may: ['sharp'] },
  { noun: 'content', files: '**', may: ['typebox', 'typebox/**', 'yaml', 'markdown-it'] },
  { noun: 'content', files: '*/**', may: ['typebox', 'typebox/**'] },
];

const rowsOf = (noun: string, index: number): Row[] => {
  const may = [...base, ...nounOrder.slice(0, index).flatMap(facesOf)];
  const [imports, not] = [plantsOf(index), ['../index.ts', ...refusing]];
  const message = `${noun} imports only the faces (*.reads, *.steps) of nouns before it`;
  return [
    {
      files: [`${features}/${noun}/**`],
      may,
      not,
      message: `${message}, and statements are in *.sql.ts and *.reads.ts`,
      plant: { file: `${features}/${noun}/planted.ts`, imports: [...imports, 'kysely'] },
    },
    {
      files: [`${features}/${noun}/*/**`],
      may: [...may, '../**'],
      not: [...not, '../../**'],
      message: `${message}, and its parts import one another within it`,
      plant: { file: `${features}/${noun}/part/planted.ts`, imports: [...inPart(imports), 'kysely'] },
    },
    ...packages
      .filter((each) => each.noun === noun)
      .map(({ files, may: made }) => {
        const isPart = files.startsWith('*/');
        return {
          files: [`${features}/${noun}/${files}`],
          may: [...may, ...(isPart ? ['../**'] : []), ...made],
          not: [...not, ...(isPart ? ['../../**'] : [])],
          message: `${message}, and ${made.join(', ')}`,
          plant: {
            file: `${features}/${noun}/${files.replace('*/', 'part/').replace(/\*+(\.ts)?$/, 'planted.ts')}`,
            imports: [...(isPart ? inPart(imports) : imports), 'kysely'],
          },
        };
      }),
    {
      files: [`${features}/${noun}/**/*.sql.ts`, `${features}/${noun}/**/*.reads.ts`],
      may: [...may, ...query],
      not,
      message,
      plant: { file: `${features}/${noun}/planted.sql.ts`, imports },
    },
    {
      files: [`${features}/${noun}/*/**/*.sql.ts`],
      may: [...may, '../**', ...query],
      not: [...not, '../../**'],
      message,
      plant: { file: `${features}/${noun}/part/planted.sql.ts`, imports: inPart(imports) },
    },
  ];
};

/** The nouns of the server. */
export const nounRows: readonly Row[] = [
  {
    files: [`${features}/**`],
    may: base,
    not: ['../index.ts', ...refusing],
    message: 'a noun needs a place in tools/walls/noun-order.ts before it imports another',
    plant: {
      file: `${features}/nowhere/planted.ts`,
      imports: ['../order/order.reads.ts', '#features/notice/notice.steps', '#adapters/memory', 'kysely', 'pg'],
    },
  },
  ...nounOrder.flatMap(rowsOf),
];
