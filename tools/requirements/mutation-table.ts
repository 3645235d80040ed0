import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { mutations } from './all-mutations.ts';
import type { Mutation } from './mutation.ts';

const document = 'docs/testing.md';
const [begin, end] = ['<!-- mutations -->', '<!-- /mutations -->'];

const cell = (text: string): string => text.replaceAll('|', '\\|');

const rowOf = ({ clause, breaks, test, fails }: Mutation): string =>
  `| ${clause} | ${cell(breaks)} | \`${basename(test)}\`: ${cell(fails.replace(/^(?:R\d+\.\d+,? )+/, ''))} |`;

/** The table: clause, what was broken, the test that failed. */
const table = (): string =>
  ['| Clause | What was broken | The test that failed |', '| --- | --- | --- |', ...mutations.map(rowOf)].join('\n');

/** The document with the present table. */
export const documentWithTable = (root: string): string => {
  const text = readFileSync(join(root, document), 'utf8');
  const [before = '', rest = ''] = text.split(begin);
  const [, after = ''] = rest.split(end);
  return `${before}${begin}\n${table()}\n${end}${after}`;
};

/** Writes the table into the document. */
export const writeTable = (root: string): void => writeFileSync(join(root, document), documentWithTable(root));
