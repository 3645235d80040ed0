import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../launch/paths.mjs';
import { servedCommands } from '../launch/served-commands.mjs';
import { serverArgs } from '../launch/start.mjs';
import { commands } from '../launch/tasks.mjs';
import type { LockFile } from '../supply/bill-of-materials.ts';
import { refuseChanges } from './clean-tree.ts';
import { readersRuleOf } from './contents.ts';
import { makeRelease } from './make-release.ts';
import { productionOf } from './production.ts';
import { archiveProgram } from './program.ts';

const folder = mkdtempSync(join(tmpdir(), 'ronghui-release-'));
const here = join(folder, 'ronghui-1.2.3');
const program = join(here, 'ronghui');

beforeAll(() => {
  mkdirSync(join(here, 'node/bin'), { recursive: true });
  const node =
    '#!/bin/sh\nprintf "%s\\n" "$@" "DATA_DIR=$DATA_DIR" "CACHE=$NODE_COMPILE_CACHE" "ARENAS=$MALLOC_ARENA_MAX"\nexit 7\n';
  writeFileSync(join(here, 'node/bin/node'), node, { mode: 0o755 });
  writeFileSync(program, archiveProgram('1.2.3'));
  chmodSync(program, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

const say = (args: readonly string[], env: Readonly<Record<string, string>> = {}, command = program) =>
  spawnSync(command, args, { encoding: 'utf8', cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env } });

describe('running 5.1 every command is a word of the archive’s program', () => {
  it('running 5.1 starts the server as the repository does, wherever it is called from and through a link', () => {
    const link = join(folder, 'linked');
    symlinkSync(program, link);
    for (const command of [program, link]) {
      const { stdout, status } = say(['start', 'a b'], {}, command);
      expect(stdout.split('\n')).toEqual([
        ...serverArgs,
        `${here}/apps/server/src/main.ts`,
        'a b',
        `DATA_DIR=${here}/data`,
        `CACHE=${here}/.runtime/compile-cache`,
        'ARENAS=2',
        '',
      ]);
      expect(status).toBe(7);
    }
  });

  it('running 5.1 keeps the data folder of its caller, and what was compiled where a service may write', () => {
    const { stdout } = say(['config', 'check'], { DATA_DIR: '/srv/data', CACHE_DIRECTORY: '/var/cache/ronghui' });
    expect(stdout).toContain('/main.ts\nconfig\ncheck\nDATA_DIR=/srv/data\nCACHE=/var/cache/ronghui/compile-cache\n');
  });

  it.each(Object.entries(servedCommands))(
    'running 5.1 %s runs what the script of the repository runs',
    (name, { file }) => {
      expect(commands[name]).toEqual([['node', file]]);
      const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
      expect(Object.keys(scripts)).toContain(name);
      expect(say([name, 'x']).stdout).toMatch(`${here}/${file}\nx\n`);
    },
  );

  it.each([[], ['help'], ['--help']])('running 5.1 %j prints all words in Chinese and English', (...args) => {
    const { stdout, status } = say(args);
    expect(status).toBe(0);
    for (const name of ['start', 'config', 'help', ...Object.keys(servedCommands)])
      expect(stdout).toMatch(new RegExp(`^ {2}${name} +.*\\p{Script=Han}.* · .*[a-z]`, 'mu'));
  });

  it('running 5.1 a word that is none is refused with a sentence, and nothing is run', () => {
    const { stdout, stderr, status } = say(['strat']);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^没有命令 strat：.* There is no command strat: .*\n$/);
  });
});

describe('running 4.4 what an archive is made of', () => {
  it('running 4.4 are the packages that the server needs while it runs on linux-x64, each at its own place', () => {
    const lock: LockFile = {
      name: 'shop',
      version: '1.0.0',
      packages: {
        '': {},
        'apps/server': { name: '@shop/server', dependencies: { '@shop/rules': '1', a: '1', engine: '1' } },
        'packages/rules': { name: '@shop/rules', dependencies: { d: '1' } },
        'node_modules/@shop/rules': { link: true, resolved: 'packages/rules' },
        'node_modules/a': {
          version: '1.0.0',
          dependencies: { b: '2' },
          peerDependencies: { c: '1', native: '1' },
          peerDependenciesMeta: { native: { optional: true } },
        },
        'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { a: '1' } },
        'node_modules/b': { version: '1.0.0', dev: true },
        'node_modules/c': { version: '1.0.0' },
        'node_modules/d': { version: '1.0.0' },
        'node_modules/native': { version: '1.0.0' },
        'node_modules/engine': {
          version: '1.0.0',
          optionalDependencies: { 'engine-linux': '1', 'engine-musl': '1', 'engine-darwin': '1' },
        },
        'node_modules/engine-linux': { version: '1.0.0', os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
        'node_modules/engine-musl': { version: '1.0.0', os: ['linux'], cpu: ['x64'], libc: ['musl'] },
        'node_modules/engine-darwin': { version: '1.0.0', os: ['darwin'] },
      },
    };
    expect(productionOf(lock, 'apps/server')).toEqual({
      packages: ['a', 'a/node_modules/b', 'c', 'd', 'engine', 'engine-linux'].map((place) => `node_modules/${place}`),
      workspaces: ['apps/server', 'packages/rules'],
    });
  });

  it('running 4.4 of a package without a file of licences its README is kept, which has them; of every other one it is left out', () => {
    const place = join(root, 'node_modules/@img/sharp-libvips-linux-x64');
    const names = readdirSync(place);
    const [libvips, other] = [readersRuleOf(names), readersRuleOf(['LICENSE', 'README.md'])];
    expect(readFileSync(join(place, 'README.md'), 'utf8')).toMatch(/licen[cs]e/i);
    expect(['README.md', 'HISTORY.md', 'lib/index.d.ts'].map(libvips)).toEqual([false, true, true]);
    expect(['README.md', 'LICENSE', 'LICENSE.md', 'test/a.js', 'index.js'].map(other)).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  it('running 4.4 a working tree that is not its commit is refused, with what differs; what is ignored or not packed is no matter', () => {
    const base = mkdtempSync(join(folder, 'tree-'));
    const git = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: base });
    git('init', '-q');
    mkdirSync(join(base, 'deploy'));
    writeFileSync(join(base, '.gitignore'), 'dist\n');
    writeFileSync(join(base, 'notes'), 'one');
    git('add', '-A');
    git('commit', '-qm', 'first');
    const refused = () => refuseChanges(base, ['deploy', 'dist']);
    writeFileSync(join(base, 'dist'), 'made');
    writeFileSync(join(base, 'draft'), 'not packed');
    expect(refused).not.toThrow();
    writeFileSync(join(base, 'deploy/a b.conf'), 'x');
    expect(refused).toThrow(/工作区与提交不一致.*：deploy\/a b\.conf。.*--dirty/);
    rmSync(join(base, 'deploy/a b.conf'));
    writeFileSync(join(base, 'notes'), 'two');
    expect(refused).toThrow(/：notes。/);
  });

  it('running 4.4 a version without its heading in the changelog is not released', async () => {
    const base = mkdtempSync(join(folder, 'base-'));
    writeFileSync(join(base, 'package-lock.json'), '{"name":"ronghui","version":"9.9.9","packages":{}}');
    writeFileSync(join(base, 'CHANGELOG.md'), '# Changelog\n\n## [Unreleased]\n');
    await expect(makeRelease(base, join(base, 'out'))).rejects.toThrow(/has no heading \[9\.9\.9\]/);
    const { version } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { version: string };
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`\n## [${version}] - `);
  });
});
