import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from './child.mjs';
import { findNpm, npmEnv } from './node/npm-program.mjs';
import { LaunchError } from './say.mjs';
import { hashOf, readStamp, removeStamp, writeStamp } from './stamps.mjs';

/**
 * Builds each browser application whose sources, or those of a package, changed since the last finished build.
 *
 * @param {string} base
 * @param {import('./node/runtime.mjs').Runtime} runtime
 * @param {Readonly<Record<string, string>>} settings additional environment variables of the build
 */
export async function ensureBrowserBuild(base, runtime, settings = {}) {
  for (const app of browserApps(base)) {
    const stamp = join(base, '.runtime/stamps', app);
    const sources = hashOf(base, [`apps/${app}`, 'packages', 'tools/build', 'package-lock.json', 'tsconfig.base.json']);
    const wanted = [sources, ...Object.entries(settings).map((setting) => setting.join('='))].join(' ');
    if (readStamp(stamp) === wanted && existsSync(join(base, 'apps', app, 'dist'))) continue;
    removeStamp(stamp);
    const args = [findNpm(runtime.env, process.execPath), 'run', 'build', '-w', `@ronghui/${app}`];
    const env = npmEnv({ ...runtime.env, ...settings });
    const code = await runStep(`构建 ${app} / building ${app}`, runtime.node, args, { cwd: base, env });
    if (code !== 0) throw new LaunchError(`${app} 构建失败 / the build of ${app} failed with code ${code}`);
    writeStamp(stamp, wanted);
  }
}

/**
 * The applications in `apps/` that have a build.
 *
 * @param {string} base
 */
export function browserApps(base) {
  return readdirSync(join(base, 'apps')).filter((app) => {
    try {
      return JSON.parse(readFileSync(join(base, 'apps', app, 'package.json'), 'utf8')).scripts?.build !== undefined;
    } catch {
      return false;
    }
  });
}
