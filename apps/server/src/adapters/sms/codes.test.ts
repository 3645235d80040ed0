import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { aliyunCodes } from './aliyun-codes.ts';
import { tencentCodes } from './tencent-codes.ts';

const document = readFileSync(new URL('../../../../../docs/senders.md', import.meta.url), 'utf8');

/** The rows of the table under a heading. */
const tableUnder = (heading: string): Record<string, readonly string[]> => {
  const section = document.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| `([\w.]{1,80})` \| (\w{1,20}) \| ([^|]{1,60}) \|$/gm)];
  return Object.fromEntries(rows.map(([, code = '', meaning = '', words = '']) => [code, [meaning, words]]));
};

it.each([
  ['Codes of Alibaba Cloud', aliyunCodes],
  ['Codes of Tencent Cloud', tencentCodes],
] as const)('running 2.3 %s: the table of docs/senders.md is that of the code', (heading, { codes }) => {
  expect(Object.keys(codes).length).toBeGreaterThan(30);
  expect(tableUnder(heading)).toEqual(codes);
});
