import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findTestBrowser } from './find-browser.mjs';
import { hasChineseFont } from './find-font.mjs';

/**
 * The missing requirements of browser tests, as Debian packages; `shell` says whether Debian offers a headless shell.
 *
 * @param {{ browser: boolean, font: boolean, shell: boolean }} present
 */
export function missingPackages(present) {
  return [
    ...(present.browser ? [] : [present.shell ? 'chromium-headless-shell' : 'chromium']),
    ...(present.font ? [] : ['fonts-noto-cjk']),
  ];
}

/**
 * Finds the browser; as root on Debian it installs a missing browser or Chinese font with the system's package manager.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {(sentence: string) => void} say
 * @returns {string | undefined} the browser's program, or undefined
 */
export function ensureBrowser(env, say) {
  const found = findTestBrowser(env);
  const font = hasChineseFont();
  if (found !== undefined && font) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const missing = missingPackages({ browser: found !== undefined, font, shell: offersShell(env) });
    say(`正在安装浏览器测试所需的系统软件包 / installing for the browser tests: ${missing.join(' ')}`);
    if (!install(missing, env)) say(`安装失败 / could not be installed: ${missing.join(' ')}`);
  } else if (!font) {
    say('没有中文字体，截图会显示方框；请安装 fonts-noto-cjk。/ There is no Chinese font: install fonts-noto-cjk.');
  }
  return findTestBrowser(env);
}

/** @param {NodeJS.ProcessEnv} env */
function offersShell(env) {
  spawnSync('apt-get', ['update', '-qq'], quietly(env));
  const found = spawnSync('apt-get', ['install', '--simulate', '-qq', 'chromium-headless-shell'], {
    env,
    stdio: 'ignore',
  });
  return found.status === 0;
}

/**
 * @param {readonly string[]} packages
 * @param {NodeJS.ProcessEnv} env
 */
function install(packages, env) {
  const options = ['install', '-y', '-qq', '--no-install-recommends'];
  return spawnSync('apt-get', [...options, ...packages], quietly(env)).status === 0;
}

/** @param {NodeJS.ProcessEnv} env */
function quietly(env) {
  return {
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: /** @type {import('node:child_process').StdioOptions} */ (['ignore', 2, 2]),
  };
}
