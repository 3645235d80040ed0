import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { runStep } from './child.mjs';
import { beginStep } from './say.mjs';

const cwd = mkdtempSync(join(tmpdir(), 'ronghui-step-'));
const printed: string[] = [];
const listen = () => vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
afterEach(() => {
  vi.restoreAllMocks();
  printed.length = 0;
});
const step = (script: string) => runStep('构建 portal', process.execPath, ['-e', script], { cwd, env: process.env });

test('R14.1 a step of the first start is one line with its seconds', () => {
  beginStep('安装依赖', (text) => void printed.push(text))();
  expect(printed.join('')).toMatch(/^安装依赖 … \d+\.\d s\n$/);
});

test('R14.1 what a step prints is not shown when it succeeds: the list of the bundler’s files', async () => {
  listen();
  expect(await step('console.log("dist/a.js 1 kB"); console.error("dist/b.js 2 kB")')).toBe(0);
  expect(printed.join('')).toMatch(/^构建 portal … \d+\.\d s\n$/);
});

test('R14.1 what a step prints is shown whole when it fails', async () => {
  listen();
  expect(await step('console.log("x".repeat(200000)); console.error("no such document"); process.exitCode = 3')).toBe(
    3,
  );
  const text = printed.join('');
  expect(text).toContain('no such document');
  // The two streams may come in turns.
  expect(text.replaceAll(/[^x]/g, '').length).toBe(200_000);
});
