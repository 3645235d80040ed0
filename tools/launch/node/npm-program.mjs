import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { runtimeDir } from '../paths.mjs';
import { LaunchError } from '../say.mjs';

/**
 * The JavaScript file of npm: the one that runs us, the one beside Node, or the one on the path. It is run with the Node of our choice.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} execPath
 */
export function findNpm(env, execPath) {
  const beside = dirname(realpathSync(execPath));
  const onPath = (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'npm'));
  const candidates = [
    env['npm_execpath'],
    join(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
    join(beside, 'node_modules/npm/bin/npm-cli.js'),
    '/usr/lib/node_modules/npm/bin/npm-cli.js',
    '/usr/share/nodejs/npm/bin/npm-cli.js',
    ...onPath,
  ];
  for (const candidate of candidates) {
    if (candidate === undefined || !existsSync(candidate)) continue;
    const program = realpathSync(candidate);
    if (program.endsWith('npm-cli.js')) return program;
  }
  throw new LaunchError('找不到 npm：请先安装 npm。/ npm was not found: install it first.');
}

/**
 * The environment for npm: its cache is in `.runtime` where the home folder is missing or not writable.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function npmEnv(env) {
  if (env['npm_config_cache'] !== undefined && isWritable(dirname(env['npm_config_cache']))) return env;
  const home = env['HOME'];
  return home !== undefined && isWritable(home) ? env : { ...env, npm_config_cache: join(runtimeDir, 'npm-cache') };
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
