import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from './child.mjs';
import { findNpm, npmEnv } from './node/npm-program.mjs';
import { LaunchError } from './say.mjs';
import { hashOf, readStamp, writeStamp } from './stamps.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} Locked */

/**
 * Installs in a folder's `node_modules` what its lock file says. The stamp is inside, so a removed or incomplete one is installed again.
 *
 * @param {string} base
 * @param {import('./node/runtime.mjs').Runtime} runtime
 */
export async function ensureDependencies(base, runtime) {
  const stamp = join(base, 'node_modules/.installed-from');
  const platform = ` ${process.platform}-${process.arch}`;
  const wanted = `${hashOf(base, ['package-lock.json'])}${platform}`;
  const found = readStamp(stamp);
  if (found === wanted) return;
  // A folder that was copied from another machine contains programs for that one, whatever npm has recorded.
  const isForeign = found?.endsWith(platform) === false;
  if (isForeign || !isInstalled(base)) await install(base, runtime);
  writeStamp(stamp, wanted);
}

/**
 * @param {string} base
 * @param {import('./node/runtime.mjs').Runtime} runtime
 */
async function install(base, runtime) {
  const args = [findNpm(runtime.env, process.execPath), 'ci', '--no-progress', '--loglevel=error'];
  const name = '安装依赖 / installing the dependencies';
  const code = await runStep(name, runtime.node, args, { cwd: base, env: npmEnv(runtime.env) });
  if (code !== 0) throw new LaunchError(`依赖安装失败 / npm ci failed with code ${code}`);
}

/**
 * Whether npm's record of its last finished installation matches the lock file, and the packages are still there.
 *
 * @param {string} base
 */
export function isInstalled(base) {
  const record = packagesOf(join(base, 'node_modules/.package-lock.json'));
  const lock = packagesOf(join(base, 'package-lock.json'));
  if (record === undefined || lock === undefined) return false;
  return Object.entries(lock).every(([path, locked]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = record[path];
    if (found === undefined) return locked.optional === true || locked.devOptional === true;
    return (
      found.version === locked.version &&
      found.integrity === locked.integrity &&
      existsSync(join(base, path, 'package.json'))
    );
  });
}

/**
 * @param {string} file
 * @returns {Record<string, Locked> | undefined}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
