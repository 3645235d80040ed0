// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRelease } from '../../release/build-release.ts';

const folder = mkdtempSync(join(tmpdir(), 'chat-kit-release-'));
beforeAll(() => {
  buildRelease(join(folder, 'package'));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const published = (): Record<string, unknown> => JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'));

test('R12.10 the published package holds modules, types, styles and documents, and no test', () => {
  const files = readdirSync(join(folder, 'package'), { recursive: true }).map(String);
  for (const file of [
    'index.js',
    'index.d.ts',
    'headless.js',
    'react/message-list.js',
    'react/message-list.js.map',
    'style.css',
    'message-list.css',
    'message-list.css.d.ts',
    'README.md',
    'props.md',
  ]) {
    expect(files).toContain(file);
  }
  expect(files.filter((file) => /test|browser|\.tsx?$/u.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
  expect(published()).toMatchObject({
    name: '@ronghui/chat-kit',
    peerDependencies: { react: '>=18.2' },
    sideEffects: ['*.css'],
  });
  expect(published()).not.toHaveProperty('private');
});

const read = (file: string): string => readFileSync(join(folder, 'package', file), 'utf8');

test('R12.10 no module imports a style sheet, and the style sheets import nothing', () => {
  const files = readdirSync(join(folder, 'package'), { recursive: true }).map(String);
  expect(files.filter((file) => file.endsWith('.js') && /\.css['"]/u.test(read(file)))).toEqual([]);
  const styles = files.filter((file) => file.endsWith('.css'));
  expect(styles.toSorted()).toEqual([
    'confirm-popup.css',
    'conversation.css',
    'message-list.css',
    'popup-window.css',
    'rate-limited-button.css',
    'style.css',
  ]);
  for (const style of styles) expect(read(style)).not.toContain('@import');
});

test('R12.10 each component is marked for the client, and the entry is not, so that a server can use the rest', () => {
  const conversation = ['composer', 'use-conversation'].map((name) => `conversation/${name}`);
  for (const name of ['message-list', 'popup-window', 'confirm-popup', 'rate-limited-button', ...conversation]) {
    expect(read(`react/${name}.js`)).toMatch(/^'use client';/u);
  }
  for (const name of ['index', 'headless']) expect(read(`${name}.js`)).not.toContain('use client');
});

test('R12.10 the licence that the package names comes with it', () => {
  expect(published()).toMatchObject({ license: 'Apache-2.0' });
  const text = readFileSync(join(folder, 'package/LICENSE'), 'utf8');
  expect(text).toMatch(/Apache License\s+Version 2\.0/u);
});

test('R12.10 nothing in it imports anything but React and the sanitiser', () => {
  const files = readdirSync(join(folder, 'package'), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.js'));
  const imports = files.flatMap((file) =>
    [...readFileSync(join(folder, 'package', file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/gu)].map(
      ([, name]) => name ?? '',
    ),
  );
  expect([...new Set(imports.filter((name) => !name.startsWith('.')))].toSorted()).toEqual([
    'dompurify',
    'react',
    'react-dom',
    'react/jsx-runtime',
  ]);
});

test('R12.10 plain Node runs the headless part as published', () => {
  const script = `import { encodeForm, createRateWindow } from ${JSON.stringify(pathToFileURL(join(folder, 'package/headless.js')).href)};
    console.log(encodeForm({ a: [1, null] }), createRateWindow({ seconds: 1 }).attempt().allowed);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(output.trim()).toBe('a%5B%5D=1 true');
});
