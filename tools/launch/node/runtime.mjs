import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { root, runtimeDir } from '../paths.mjs';
import { beginStep, LaunchError } from '../say.mjs';
import { isNewEnough, pinned, platformPackage } from './node-version.mjs';
import { checkIntegrity, pack } from './npm-pack.mjs';

/** @typedef {{ node: string, env: NodeJS.ProcessEnv }} Runtime the Node to run everything with, and an environment that finds it first */

/**
 * The Node for everything that follows: the one that runs us if it is new enough, otherwise the pinned one, downloaded once.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Runtime}
 */
export function ensureRuntime(env) {
  const node = isNewEnough(process.versions.node) ? process.execPath : ensurePinned(env);
  const path = [dirname(node), join(root, 'node_modules/.bin'), env['PATH'] ?? ''].join(delimiter);
  return { node, env: { ...env, PATH: path, NODE_COMPILE_CACHE: join(runtimeDir, 'compile-cache') } };
}

/**
 * The program of the pinned Node, downloaded once; an archive has it whatever Node made it.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function ensurePinned(env) {
  const name = platformPackage(process.platform, process.arch);
  const home = join(runtimeDir, `${name}-${pinned}`);
  const node = join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(node)) download(name, home, env);
  return node;
}

/**
 * Downloads the platform package with npm (never resolving a version), checks it, and moves it into place atomically.
 *
 * @param {string} name
 * @param {string} home
 * @param {NodeJS.ProcessEnv} env
 */
function download(name, home, env) {
  const end = beginStep(
    `下载 Node ${pinned}（仅此一次；本机为 ${process.versions.node}）/ fetching Node ${pinned} once, here is ${process.versions.node}`,
  );
  mkdirSync(runtimeDir, { recursive: true });
  const temporary = mkdtempSync(join(runtimeDir, 'node-'));
  try {
    const { filename, integrity } = pack(`${name}@${pinned}`, temporary, env);
    const archive = join(temporary, filename);
    checkIntegrity(readFileSync(archive), integrity);
    execFileSync('tar', ['-xzf', archive, '-C', temporary, 'package/bin', 'package/LICENSE'], {
      stdio: ['ignore', 2, 2],
    });
    const version = execFileSync(join(temporary, 'package/bin/node'), ['--version'], { encoding: 'utf8' }).trim();
    if (version !== `v${pinned}`) throw new LaunchError(`${name} holds Node ${version}, not v${pinned}`);
    rmSync(home, { recursive: true, force: true });
    renameSync(join(temporary, 'package'), home);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LaunchError(
      `无法获得 Node ${pinned}，请联网重试或安装 Node 22.18 以上版本。/ Node ${pinned} could not be fetched; connect to the network and try again, or install Node 22.18 or newer.\n${reason}`,
    );
  } finally {
    rmSync(temporary, { recursive: true, force: true });
    end();
  }
}
