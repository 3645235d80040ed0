import { describe, expect, it } from 'vitest';
import { ensureBrowser, missingPackages } from './ensure-browser.mjs';
import { isPackagedFor } from './packaged-browser.mjs';

const system = '/usr/bin/chromium';
const fetched = '/fetched/chromium-headless-shell';

/** A machine with these programs; what is done to it is noted. */
const machineOf = ({ programs = [] as string[], font = false, installs = false, canInstall = true } = {}) => {
  const notes: string[] = [];
  const present = { programs: [...programs], font };
  return {
    notes,
    isProgram: (file: string) => present.programs.includes(file),
    hasFont: () => present.font,
    installs,
    install: (missing: { browser: boolean; font: boolean }) => {
      notes.push(`apt ${missingPackages({ ...missing, shell: false }).join(' ')}`);
      if (!canInstall) return;
      if (!missing.browser) present.programs.push(system);
      present.font = true;
    },
    isPackaged: true,
    fetch: async () => {
      notes.push('npm');
      return fetched;
    },
  };
};

const env = { PATH: '/usr/bin' };
const ensure = async (machine: ReturnType<typeof machineOf>, own: NodeJS.ProcessEnv = env) => {
  const browser = await ensureBrowser(own, (sentence) => void machine.notes.push(sentence), machine);
  return { browser, notes: machine.notes };
};

it('R14.1 only what is missing is installed', () => {
  const shell = true;
  expect(missingPackages({ browser: false, font: false, shell })).toEqual([
    'chromium-headless-shell',
    'fonts-noto-cjk',
  ]);
  expect(missingPackages({ browser: false, font: true, shell: false })).toEqual(['chromium']);
  expect(missingPackages({ browser: true, font: false, shell })).toEqual(['fonts-noto-cjk']);
});

it('R14.1 the npm registry has a browser for Linux on 64-bit Intel and AMD alone', () => {
  expect(isPackagedFor('linux', 'x64')).toBe(true);
  expect(isPackagedFor('linux', 'arm64')).toBe(false);
  expect(isPackagedFor('darwin', 'x64')).toBe(false);
});

describe('the browser of the tests', () => {
  it('R14.1 is the one of the system where that has a Chinese font too; nothing is fetched', async () => {
    expect(await ensure(machineOf({ programs: [system], font: true }))).toEqual({ browser: system, notes: [] });
  });

  it('R14.1 is fetched by who may not install it, with its font', async () => {
    expect(await ensure(machineOf())).toEqual({ browser: fetched, notes: ['npm'] });
    expect(await ensure(machineOf({ programs: [system] }))).toEqual({ browser: fetched, notes: ['npm'] });
  });

  it('R14.1 is installed as root, and fetched where that fails', async () => {
    expect(await ensure(machineOf({ installs: true }))).toEqual({
      browser: system,
      notes: ['apt chromium fonts-noto-cjk'],
    });
    expect(await ensure(machineOf({ installs: true, canInstall: false }))).toEqual({
      browser: fetched,
      notes: ['apt chromium fonts-noto-cjk', 'npm'],
    });
  });

  it('R14.1 that CHROME_PATH names is not replaced, with a word about a missing font', async () => {
    const own = { ...env, CHROME_PATH: '/mine/chrome' };
    const { browser, notes } = await ensure(machineOf({ programs: ['/mine/chrome'] }), own);
    expect(browser).toBe('/mine/chrome');
    expect(notes).toEqual([expect.stringContaining('fonts-noto-cjk')]);
    expect(await ensure(machineOf(), own)).toEqual({ browser: undefined, notes: [] });
    expect((await ensure(machineOf({ installs: true }), own)).notes).toEqual(['apt fonts-noto-cjk']);
  });

  it('R14.1 is the one of the system, whatever its font, where none can be fetched', async () => {
    const offline = { fetch: () => Promise.reject(new Error('no network')) };
    const { browser, notes } = await ensure({ ...machineOf({ programs: [system] }), ...offline });
    expect(browser).toBe(system);
    expect(notes).toEqual([expect.stringContaining('no network'), expect.stringContaining('fonts-noto-cjk')]);
    expect((await ensure({ ...machineOf(), ...offline })).browser).toBeUndefined();
    expect(await ensure({ ...machineOf(), isPackaged: false })).toEqual({ browser: undefined, notes: [] });
  });
});
