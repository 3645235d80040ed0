import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The test files of a run, each with its project. */
const listed = async (env: NodeJS.ProcessEnv): Promise<{ file: string; projectName: string }[]> => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'list', '--filesOnly', '--json', '--config', join(root, 'vitest.config.ts')];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, ...env } });
  const all = JSON.parse(stdout) as { file: string; projectName: string }[];
  return all.map(({ file, projectName }) => ({ file: relative(root, file), projectName }));
};

/** Those that start a browser. */
const driving = globSync('{apps,packages}/**/*.test.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] })
  .filter((file) =>
    /chromium\.launch|from '\.\/open-stage\.ts'|from '\.\/testing\/gallery-browser\.fixture\.ts'/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  )
  .toSorted();

it('R14.1 tests that drive a browser stand in projects of their own and are not run without one; every other test is', async () => {
  const [without, withOne] = await Promise.all([
    listed({ CHROME_PATH: '/no/browser' }),
    listed({ CHROME_PATH: process.execPath }),
  ]);
  const filesOf = (rows: readonly { file: string }[]) => rows.map(({ file }) => file).toSorted();
  expect(driving).not.toEqual([]);
  const isDriving = ({ projectName }: { projectName: string }) => ['kit-browser', 'ui-browser'].includes(projectName);
  expect(filesOf(withOne.filter(isDriving))).toEqual(driving);
  expect(filesOf(without)).toEqual(filesOf(withOne).filter((file) => !driving.includes(file)));
}, 60_000);
