import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { read, root } from '../guards/repository.ts';
import { mostBytes, pictures } from './picture-list.ts';

const folder = join(root, 'docs/pictures');
const names = pictures.map(({ name }) => `${name}.png`);

test('R14.1 the README shows the product in both languages: desk, phone and dark, each picture of the list and no other', () => {
  expect(new Set(readdirSync(folder))).toEqual(new Set(names));
  for (const file of ['README.md', 'README.en.md']) {
    const shown = [...read(file).matchAll(/docs\/pictures\/([\w-]+\.png)/g)].map(([, name = '']) => name);
    expect(new Set(shown), file).toEqual(new Set(names));
  }
  expect(new Set(pictures.map(({ screen }) => screen)).size).toBe(2);
  expect(new Set(pictures.map(({ theme }) => theme)).size).toBe(2);
});

test('R14.1 no picture of the README is larger than 200 kB', () => {
  expect(names.filter((name) => statSync(join(folder, name)).size > mostBytes)).toEqual([]);
});
