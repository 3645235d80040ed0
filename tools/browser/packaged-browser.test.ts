import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { findNpm } from '../launch/node/npm-program.mjs';
import { ensureBrowser } from './ensure-browser.mjs';
import { ensurePackagedBrowser, isPackagedFor } from './packaged-browser.mjs';

const folder = mkdtempSync(join(tmpdir(), 'ronghui-browser-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Nothing but Node is on the path, and the home folder is empty; npm's settings and cache are those of who runs this. */
const bareEnv = (): NodeJS.ProcessEnv => {
  const [programs, home] = [join(folder, 'programs'), join(folder, 'home')];
  for (const each of [programs, home]) mkdirSync(each);
  symlinkSync(process.execPath, join(programs, 'node'));
  return {
    npm_config_cache: join(homedir(), '.npm'),
    npm_config_userconfig: join(homedir(), '.npmrc'),
    ...process.env,
    npm_execpath: findNpm(process.env, process.execPath),
    PATH: programs,
    HOME: home,
    CHROME_PATH: undefined,
  };
};

/** As an ordinary user meets it: no browser, no font, no right to install one. */
const bareMachine = {
  isProgram: () => false,
  hasFont: () => false,
  installs: false,
  install: () => expect.unreachable(),
  isPackaged: isPackagedFor(process.platform, process.arch),
  fetch: (env: NodeJS.ProcessEnv, say: (sentence: string) => void) =>
    ensurePackagedBrowser(env, say, join(folder, 'browser')),
};

/** What the browser draws for each text. */
const drawnIn = async (program: string, env: NodeJS.ProcessEnv, texts: readonly string[]): Promise<string[]> => {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const browser = await chromium.launch({
    executablePath: program,
    args,
    env: { PATH: env['PATH'], HOME: env['HOME'] },
  });
  try {
    const page = await browser.newPage();
    return await page.evaluate(
      (all) =>
        all.map((text) => {
          const canvas = document.createElement('canvas');
          canvas.width = canvas.height = 48;
          const context = canvas.getContext('2d');
          if (context === null) throw new Error('The browser draws nothing');
          context.font = text.startsWith('b') ? 'bold 40px sans-serif' : '40px sans-serif';
          context.fillText(text.slice(1), 2, 40);
          return canvas.toDataURL();
        }),
      texts,
    );
  } finally {
    await browser.close();
  }
};

it.runIf(bareMachine.isPackaged)(
  'R14.1 an ordinary user of a machine with nothing but Node gets a browser that draws Chinese',
  async () => {
    const env = bareEnv();
    const notes: string[] = [];
    const ensure = () => ensureBrowser(env, (sentence) => void notes.push(sentence), bareMachine);
    const program = await ensure();
    expect(notes).toEqual([expect.stringMatching(/127 MB.*235 MB[^]*Left out/)]);
    // The first letter is the weight; the last two are a character that no font has, and none.
    const drawn = await drawnIn(String(program), env, ['r融', 'r惠', 'r账', 'b融', 'rA', 'r\u{10fffd}', 'r ']);
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(await ensure()).toBe(program);
    expect(notes).toHaveLength(1);
    expect(readdirSync(folder).toSorted()).toEqual(['browser', 'home', 'programs']);
  },
  120_000,
);
