import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { root, runtimeDir } from '../launch/paths.mjs';
import { LaunchError, say } from '../launch/say.mjs';
import { makeRelease } from './make-release.ts';

const args = process.argv.slice(2);
const given = args.find((arg) => arg !== '--dirty');
const out = given === undefined ? resolve(runtimeDir, 'release') : resolve(process.env['INIT_CWD'] ?? root, given);

try {
  const { archive, bill, sums } = await makeRelease(root, out, { dirty: args.includes('--dirty') });
  const megabytes = (statSync(archive).size / 1_000_000).toFixed(1);
  process.stdout.write(`${archive}: ${megabytes} MB\n${bill}\n${sums}\n`);
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
