import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { read, root } from './repository.ts';

/** The rows of the list: day, file and title; `file` as title stands for all tests of the file. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (\d{4}-\d\d-\d\d) \| `([^`]+)` \| (.+?) \| .+ \|$/gm)].map(
    ([, day = '', file = '', title = '']) => ({ day, file, title }),
  );

/** The rows whose test is not there any more. */
const gone = (text: string): string[] =>
  rowsOf(text)
    .filter(({ file, title }) => !existsSync(join(root, file)) || (title !== 'file' && !read(file).includes(title)))
    .map(({ file, title }) => `${file}: ${title}`);

const list = read('docs/second-attempts.md');

it('house 11 every test that the list of second attempts names exists', () => {
  // Every line of the table but its head is understood.
  expect(rowsOf(list).length).toBe(list.split('\n').filter((line) => line.startsWith('| ')).length - 2);
  expect(gone(list)).toEqual([]);
});

it('house 12 the rule finds a test that does not exist', () => {
  const row = (file: string, title: string) => `| 2026-01-01 | \`${file}\` | ${title} | because |\n`;
  // In two pieces, so that this file does not hold it.
  const nobody = ['a title', 'of nobody'].join(' ');
  const own = 'tools/guards/second-attempts.test.ts';
  expect(gone(row(own, 'the rule finds a test that does not exist') + row(own, 'file'))).toEqual([]);
  expect(gone(row(own, nobody) + row('gone.test.ts', 'file'))).toEqual([`${own}: ${nobody}`, 'gone.test.ts: file']);
});
