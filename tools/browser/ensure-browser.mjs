import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser } from './find-browser.mjs';
import { hasChineseFont } from './find-font.mjs';

/**
 * What the browser tests lack, as packages of Debian.
 *
 * @param {{ browser: boolean, font: boolean }} present
 */
export function missingPackages(present) {
  return [...(present.browser ? [] : ['chromium']), ...(present.font ? [] : ['fonts-noto-cjk'])];
}

/**
 * Finds the browser, and as root on Debian installs it and a Chinese font by the system's package manager when they are missing.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {(sentence: string) => void} say
 * @returns {string | undefined} the browser's program, or nothing
 */
export function ensureBrowser(env, say) {
  const found = findBrowser(env);
  const font = hasChineseFont();
  const missing = missingPackages({ browser: found !== undefined, font });
  if (missing.length === 0) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say(`正在安装浏览器测试所需的系统软件包 / installing for the browser tests: ${missing.join(' ')}`);
    if (!install(missing, env)) say(`安装失败 / could not be installed: ${missing.join(' ')}`);
  } else if (!font) {
    say('没有中文字体，截图会显示方框；请安装 fonts-noto-cjk。/ There is no Chinese font: install fonts-noto-cjk.');
  }
  return findBrowser(env);
}

/**
 * @param {readonly string[]} packages
 * @param {NodeJS.ProcessEnv} env
 */
function install(packages, env) {
  const quiet = {
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: /** @type {import('node:child_process').StdioOptions} */ (['ignore', 2, 2]),
  };
  const update = spawnSync('apt-get', ['update', '-qq'], quiet);
  const done = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet);
  return update.status === 0 && done.status === 0;
}
