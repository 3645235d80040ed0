import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { browserApps } from './browser-build.mjs';
import { ensureDependencies, isInstalled } from './dependencies.mjs';
import { npmEnv } from './node/npm-program.mjs';
import { runtimeDir } from './paths.mjs';
import { hashOf, readStamp, removeStamp, writeStamp } from './stamps.mjs';

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'ronghui-launch-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const put = (path: string, content: unknown): void => {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), typeof content === 'string' ? content : JSON.stringify(content));
};

describe('the hash of sources', () => {
  const hash = () => hashOf(base, ['app', 'lock.json', 'not-there']);

  it('R14.1 changes with a content, a name, and a new file', () => {
    put('app/src/a.ts', 'one');
    const seen = new Set([hash()]);
    put('app/src/a.ts', 'two');
    seen.add(hash());
    put('app/src/b.ts', '');
    seen.add(hash());
    put('lock.json', '{}');
    seen.add(hash());
    expect(seen.size).toBe(4);
  });

  it('R14.1 does not change with tests, nor with what a build or an installation makes', () => {
    put('app/src/a.ts', 'one');
    const before = hash();
    put('app/src/a.test.ts', '');
    put('app/src/page.test.tsx', '');
    put('app/dist/a.js', '');
    put('app/node_modules/x/a.js', '');
    expect(hash()).toBe(before);
  });
});

it('R14.1 a stamp is there after its step, and gone while the step runs again', () => {
  const file = join(base, 'stamps/portal');
  expect(readStamp(file)).toBeUndefined();
  writeStamp(file, 'abc');
  expect(readStamp(file)).toBe('abc');
  removeStamp(file);
  expect(readStamp(file)).toBeUndefined();
});

describe('installed dependencies', () => {
  const a = { version: '1.0.0', integrity: 'sha512-a' };
  const lock = (packages: object) => put('package-lock.json', { packages: { '': {}, 'apps/portal': {}, ...packages } });
  const record = (packages: object) => put('node_modules/.package-lock.json', { packages });

  it('R14.1 are those of the lock file, platform packages of other machines left out', () => {
    lock({ 'node_modules/a': a, 'node_modules/for-a-mac': { version: '1.0.0', optional: true } });
    record({ 'node_modules/a': a });
    put('node_modules/a/package.json', {});
    expect(isInstalled(base)).toBe(true);
  });

  it.each([
    ['nothing is installed', () => lock({ 'node_modules/a': a })],
    [
      'the installation was broken off, and npm has not recorded it',
      () => {
        lock({ 'node_modules/a': a });
        put('node_modules/a/package.json', {});
      },
    ],
    [
      'a package is not there any more',
      () => {
        lock({ 'node_modules/a': a });
        record({ 'node_modules/a': a });
      },
    ],
    [
      'another version is there',
      () => {
        lock({ 'node_modules/a': { ...a, version: '1.0.1' } });
        record({ 'node_modules/a': a });
        put('node_modules/a/package.json', {});
      },
    ],
    [
      'the lock file has one more',
      () => {
        lock({ 'node_modules/a': a, 'node_modules/b': a });
        record({ 'node_modules/a': a });
        put('node_modules/a/package.json', {});
      },
    ],
  ])('R14.1 are installed again when %s', (_, arrange) => {
    arrange();
    expect(isInstalled(base)).toBe(false);
  });

  it('R14.1 are installed again in a folder that came from another platform, and kept where only the lock file’s text has changed', async () => {
    // A failing npm proves that it was called.
    const runtime = { node: '/bin/false', env: process.env };
    lock({ 'node_modules/a': a });
    record({ 'node_modules/a': a });
    put('node_modules/a/package.json', {});
    put('node_modules/.installed-from', `abc ${process.platform}-${process.arch}`);
    await ensureDependencies(base, runtime);
    put(
      'node_modules/.installed-from',
      readStamp(join(base, 'node_modules/.installed-from'))?.replace(/\S+$/, 'aix-ppc64'),
    );
    await expect(ensureDependencies(base, runtime)).rejects.toThrow(/npm ci failed/);
  });
});

it('R14.1 what has a build script is a browser application', () => {
  put('apps/portal/package.json', { scripts: { build: 'vite build' } });
  put('apps/server/package.json', {});
  put('apps/empty/readme', '');
  expect(browserApps(base)).toEqual(['portal']);
});

it('R14.1 npm keeps its cache with us where the home folder cannot be written', () => {
  expect(npmEnv({ HOME: base })).toEqual({ HOME: base });
  expect(npmEnv({ HOME: '/does/not/exist' })['npm_config_cache']).toBe(join(runtimeDir, 'npm-cache'));
  expect(npmEnv({})['npm_config_cache']).toBe(join(runtimeDir, 'npm-cache'));
});
