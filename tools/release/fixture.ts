import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startServer } from '../driver/server-process.ts';
import { root } from '../launch/paths.mjs';
import { LaunchError, say } from '../launch/say.mjs';

// What later versions are upgraded from in their tests (running 4.2): an installation of this version with its demonstration, as a backup by its own
// command, with its keys, which open nothing else; and what its pages send and read.

const run = promisify(execFile);

/** Runs a program of this version on the data of an installation. */
const runOn = (dataDir: string, ...args: readonly string[]) =>
  run(process.execPath, args, { cwd: root, env: { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir } });

/** Writes a backup of this version's demonstration, and the keys that open it. */
const writeInstallation = async (work: string, folder: string): Promise<void> => {
  const dataDir = join(work, 'data');
  const server = await startServer({ dataDir, env: { DEMO: 'on' } });
  try {
    const command = 'apps/server/src/commands/backup-command.ts';
    await runOn(dataDir, command, join(folder, 'backup'));
    await runOn(dataDir, command, 'keys', join(folder, 'keys.json'));
  } finally {
    await server.stop();
  }
};

/** Keeps this version in `releases`; what is kept is never made again. @returns its folder */
const keepRelease = async (releases: string): Promise<string> => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = join(releases, version);
  if (existsSync(join(folder, 'backup')))
    throw new LaunchError(`${folder} 已经有了，不再改动 / is kept already, and is never made again`);
  const work = await mkdtemp(join(tmpdir(), 'ronghui-release-'));
  try {
    const made = join(work, version);
    await mkdir(made);
    await writeInstallation(work, made);
    await run(process.execPath, ['tools/generate/release-operations.ts', join(made, 'operations.json')], { cwd: root });
    await cp(made, folder, { recursive: true });
    return folder;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

const [given] = process.argv.slice(2);
try {
  const folder = await keepRelease(
    given === undefined ? join(root, 'releases') : resolve(process.env['INIT_CWD'] ?? root, given),
  );
  process.stdout.write(`${folder}\n`);
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
