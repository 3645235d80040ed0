import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import journeys from '../../../playwright.config.ts';
import config from '../../../vitest.config.ts';
import { registrations } from '../../new-noun/registrations.ts';
import { changedParts } from './green-parts.mjs';
import { importedBy } from './imports.fixture.ts';
import { type LongPart, longParts, withoutLongJourneys } from './parts.mjs';
import { long } from './run.mjs';

// The configuration has the parts that drive a browser where there is one; nothing is started here.
vi.hoisted(() => {
  process.env['CHROME_PATH'] ??= process.execPath;
});

const root = join(import.meta.dirname, '../../..');

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'ronghui-long-'));
  mkdirSync(join(base, 'docs'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(base, { recursive: true, force: true });
});

const put = (path: string, content: string): void => {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), content);
};

/** A stand-in for both runners: the project that `red` names fails; what was run stands in the file `ran`. */
const runnerOf = (red: string): string => `#!/bin/sh
for arg; do case $arg in --project=*) project=\${arg#*=};; --outputFile.json=*) report=\${arg#*=};; esac; done
project=\${project%-\\*}
echo "$project" >>"${base}/ran"
echo "$*" >>"${base}/words"
[ "$project" = "${red}" ] && status=failed || status=passed
case $0 in
  */playwright) [ $status = passed ] && counts='"expected":1,"unexpected":0' || counts='"expected":0,"unexpected":1'
    printf '{"stats":{%s,"flaky":0,"skipped":0},"suites":[]}' $counts >"$PLAYWRIGHT_JSON_OUTPUT_FILE";;
  *) printf '{"testResults":[{"name":"a","status":"%s","assertionResults":[{"status":"%s","fullName":"t"}]}]}' $status $status >"$report";;
esac
[ $status = passed ]
`;

/** Runs the changed parts with the stand-in. @returns the exit code, the last line, and the parts that ran */
const runChanged = (red = '') => runWith(['--changed'], red);
const runWith = async (args: readonly string[], red = '') => {
  for (const runner of ['vitest', 'playwright']) {
    put(`bin/${runner}`, runnerOf(red));
    chmodSync(join(base, 'bin', runner), 0o700);
  }
  rmSync(join(base, 'ran'), { force: true });
  const printed: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const env = { PATH: [join(base, 'bin'), process.env['PATH']].join(delimiter), TMPDIR: base };
  const code = await long(base, { node: process.execPath, env }, args);
  vi.restoreAllMocks();
  const ran = existsSync(join(base, 'ran')) ? readFileSync(join(base, 'ran'), 'utf8').trim().split(/\s+/) : [];
  return { code, last: printed.join('').trimEnd().split('\n').at(-1), ran };
};

/** Playwright's projects of a part. */
const journeysOf = (name: string) => (journeys.projects ?? []).filter((one) => one.name?.startsWith(`${name}-`));

/** The test files that a part's projects run, relative to the root. */
const testFilesOf = ({ name, isJourney }: LongPart): readonly string[] => {
  if (isJourney) return journeysOf(name).flatMap(({ testDir }) => globSync(`${testDir}/**/*.spec.ts`, { cwd: root }));
  const projects = (config.test?.projects ?? []).flatMap((one) =>
    typeof one === 'object' && 'test' in one ? [one.test] : [],
  );
  const project = projects.find((one) => one?.name === name);
  const folder = project?.root ?? '';
  const found = globSync(project?.include ?? [], { cwd: join(root, folder), exclude: project?.exclude ?? [] });
  return found.map((file) => join(folder, file));
};

const isIn = (paths: readonly string[], file: string): boolean =>
  paths.some((path) => file === path || file.startsWith(`${path}/`));

/** The parts that a build may run. */
const names = longParts.filter(({ onlyByName }) => onlyByName === undefined).map(({ name }) => name);

describe('house 11 the long parts', () => {
  it('house 11 a part runs until it was green, and again when what it protects has changed', async () => {
    expect(await runChanged()).toEqual({ code: 0, last: `${names.length} passed, 0 failed`, ran: names });
    expect(await runChanged()).toEqual({ code: 0, last: '0 passed, 0 failed', ran: [] });
    put('packages/chat-kit/release/build-release.ts', 'changed');
    expect((await runChanged()).ran).toEqual(['kit-release', 'kit-browser']);
    put('apps/portal/src/routes.ts', 'changed');
    expect((await runChanged()).ran).toEqual(['scaffold', 'every-page']);
    put('apps/server/src/features/lead/lead.handlers.ts', 'changed');
    expect((await runChanged()).ran).toEqual(['statement-faults', 'random-cases', 'faults', 'alerts']);
    put('apps/server/src/kernel/files/reading/xlsx-rows.ts', 'changed');
    expect((await runChanged()).ran).toEqual([
      'statement-faults',
      'random-cases',
      'faults',
      'alerts',
      'reading-memory',
      'scaffold',
    ]);
    expect((await runChanged()).ran).toEqual([]);
  });

  it('house 11 a part runs by its name, whether it has changed or not, and no other; an unknown name runs none', async () => {
    await runChanged();
    expect(await runWith(['alerts'])).toEqual({ code: 0, last: '1 passed, 0 failed', ran: ['alerts'] });
    expect(await runWith(['faults', 'floods'])).toMatchObject({ code: 1, ran: [] });
  });

  it('house 11 a part that ran by its name, which writes and does not compare, is not kept as green', async () => {
    await runChanged();
    put('tools/faults/kill.test.ts', 'changed');
    expect((await runWith(['faults'])).code).toBe(0);
    expect((await runChanged()).ran).toEqual(['faults']);
  });

  it('house 11 faults on one machine run with `faults` by name, and never as changed or kept as green', async () => {
    put('tools/faults/machine/fault.ts', 'changed');
    expect((await runChanged()).ran).not.toContain('machine-faults');
    expect(await runWith(['machine-faults'])).toMatchObject({ code: 0, ran: ['machine-faults'] });
    expect(await runWith(['faults'])).toMatchObject({ code: 0, ran: ['faults', 'machine-faults'] });
    expect(readFileSync(join(base, 'docs/long-parts.json'), 'utf8')).not.toContain('machine-faults');
  });

  it('house 11 of the part with whole servers two files run at a time', async () => {
    await runChanged();
    const words = readFileSync(join(base, 'words'), 'utf8').split('\n');
    expect(words.filter((line) => line.includes('--maxWorkers=2'))).toEqual([
      expect.stringContaining('--project=faults --maxWorkers=2'),
    ]);
  });

  it('house 11 a part that is red makes the run red, and runs again', async () => {
    await runChanged();
    put('apps/server/migrations/0001_kernel.sql', 'changed');
    const red = await runChanged('faults');
    expect(red).toMatchObject({
      code: 1,
      ran: ['statement-faults', 'random-cases', 'faults', 'faults', 'alerts', 'scaffold'],
    });
    expect(red.last).toBe('4 passed, 1 failed');
    expect((await runChanged()).ran).toEqual(['faults']);
  });

  it('house 11 a part runs when one of its own tests has changed; the tests of what it protects are no reason', async () => {
    await runChanged();
    put('apps/server/src/features/lead/lead.test.ts', 'changed');
    expect((await runChanged()).ran).toEqual([]);
    put('tools/faults/kill.test.ts', 'changed');
    expect((await runChanged()).ran).toEqual(['faults']);
  });

  it.each(longParts)('house 11 every path of $name is in the repository', ({ protects, tests }) => {
    expect([...protects, ...tests].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(longParts)('house 11 the test files of $name, a project of its own, stand in its digest', (part) => {
    const files = testFilesOf(part);
    expect(files).not.toEqual([]);
    expect(files.filter((file) => !isIn(part.tests, file))).toEqual([]);
  });

  it.each(longParts)(
    'house 11 what the tests of $name import, directly or through others, stands in its digest',
    (part) => {
      const files = [part.isJourney ? 'playwright.config.ts' : 'vitest.config.ts', ...testFilesOf(part)];
      expect(importedBy(root, files).filter((file) => !isIn([...part.protects, ...part.tests], file))).toEqual([]);
    },
  );

  it('house 11 `npm test` runs all journeys but those of the long parts', () => {
    const long = longParts.filter(({ isJourney }) => isJourney).flatMap(({ name }) => journeysOf(name));
    const rest = (journeys.projects ?? []).filter((one) => !long.includes(one)).map(({ name }) => `--project=${name}`);
    expect(withoutLongJourneys.toSorted()).toEqual(rest.toSorted());
  });

  it('house 11 every file that a new noun is entered in belongs to what the scaffold protects', () => {
    const part = longParts.find(({ name }) => name === 'scaffold');
    const paths = [...(part?.protects ?? []), ...(part?.tests ?? [])];
    const entered = [...new Set(registrations.map(({ file }) => file))];
    expect(entered.length).toBeGreaterThan(10);
    expect(entered.filter((file) => !isIn(paths, file))).toEqual([]);
  });

  it('house 11 without the kept file every part runs', () => {
    expect(changedParts(base).map(({ name }) => name)).toEqual(names);
  });
});
