import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { LaunchError } from '../say.mjs';
import { findNpm, npmEnv } from './npm-program.mjs';

/**
 * Fetches the archive of a package with npm, without installing it or what it depends on.
 *
 * @param {string} spec name and version: `name@1.2.3`
 * @param {string} folder where the archive is put
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ filename: string, integrity: string }} the archive's name, and the digest that the registry declares
 */
export function pack(spec, folder, env) {
  const args = [findNpm(env, process.execPath), 'pack', spec, '--json', '--pack-destination', folder];
  const text = execFileSync(process.execPath, args, {
    cwd: folder,
    env: npmEnv(env),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
  });
  const answer = JSON.parse(text);
  const [first] = Array.isArray(answer) ? answer : Object.values(answer);
  return { filename: first.filename, integrity: first.integrity };
}

/**
 * Refuses an archive whose digest is another one.
 *
 * @param {Uint8Array} bytes
 * @param {string} integrity as in a lock file: `sha512-…`
 */
export function checkIntegrity(bytes, integrity) {
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (found !== integrity) throw new LaunchError(`The archive's checksum is ${found}, expected ${integrity}`);
}
