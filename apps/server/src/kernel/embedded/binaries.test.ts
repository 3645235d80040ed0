import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { findBinaries, makeLinks, thisMachine } from './binaries.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'ronghui-binaries-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('R14.1 libraries whose links an installation without scripts left out are linked, and the server runs', () => {
  const native = join(folder, 'native');
  cpSync(findBinaries().native, native, { recursive: true, verbatimSymlinks: true });
  const lib = join(native, 'lib');
  for (const name of readdirSync(lib)) if (lstatSync(join(lib, name)).isSymbolicLink()) rmSync(join(lib, name));
  const version = () => execFileSync(join(native, 'bin/postgres'), ['--version'], { encoding: 'utf8', stdio: 'pipe' });
  expect(version).toThrow(/cannot open shared object file/);
  makeLinks(native);
  expect(version()).toMatch(/PostgreSQL\) 18/);
  makeLinks(native);
});

it.each([
  ['musl', { ...thisMachine(), glibc: false }],
  ['Windows', { platform: 'win32', arch: 'x64', glibc: true }],
  ['an unknown processor', { platform: 'linux', arch: 'riscv64', glibc: true }],
])('R14.1 on %s the error says that DATABASE_URL is needed', (_, machine) => {
  expect(() => findBinaries(machine)).toThrow(/请设置 DATABASE_URL[\s\S]*set DATABASE_URL/);
});
