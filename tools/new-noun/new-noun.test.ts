import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { files, root } from '../guards/repository.ts';
import { readNoun } from './names.ts';

const copy = mkdtempSync(join(tmpdir(), 'new-noun-'));
const run = promisify(execFile);

interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Runs a program of ours or of a dependency in the copy. */
const inCopy = async (program: string, ...args: readonly string[]): Promise<Outcome> => {
  const file = program === 'node' ? process.execPath : join(copy, 'node_modules/.bin', program);
  try {
    const { stdout, stderr } = await run(file, args, { cwd: copy, env: { ...process.env, NO_COLOR: '1' } });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    // What a failed program leaves behind.
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
};

/** Dependencies are those of the repository, packages of ours those of the copy. */
const linkDependencies = (): void => {
  const own = '@ronghui';
  mkdirSync(join(copy, 'node_modules', own), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => each !== own)) {
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  }
  for (const file of files.filter((each) => /^(apps|packages)\/[^/]+\/package\.json$/.test(each))) {
    const { name } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { name: string };
    symlinkSync(join(copy, dirname(file)), join(copy, 'node_modules', name));
    const nested = join(root, dirname(file), 'node_modules');
    if (readdirSync(join(root, dirname(file))).includes('node_modules')) {
      symlinkSync(nested, join(copy, dirname(file), 'node_modules'));
    }
  }
};

beforeAll(() => {
  for (const file of files.filter((each) => !each.startsWith('content/demo/'))) {
    cpSync(join(root, file), join(copy, file), { recursive: true });
  }
  linkDependencies();
});
afterAll(() => rmSync(copy, { recursive: true }));

describe('house 13 npm run new', () => {
  it.each([
    '',
    'Coupon',
    'coupon_code',
    'coupons2',
    '-coupon',
    '../coupon',
    'a-b-c-d',
    'utils',
    'order',
    'user',
    'sample-noun',
  ])('house 8 «%s» is no name for a noun', (typed) => {
    expect(readNoun(typed, [])).toBeTypeOf('string');
  });

  it('house 3 a noun is spelt four ways', () => {
    expect(readNoun('gift-card', [])).toEqual({
      kebab: 'gift-card',
      camel: 'giftCard',
      pascal: 'GiftCard',
      snake: 'gift_card',
    });
    expect(readNoun('gift-card', ['gift-card'])).toBeTypeOf('string');
  });

  it('house 13 a noun that exists in one room is refused, and nothing is written', async () => {
    for (const noun of ['lead', 'login-lock']) {
      const { code, output } = await inCopy('node', 'tools/new-noun/new-noun.ts', noun);
      expect([code, output.includes('已经存在')]).toEqual([1, true]);
    }
    expect(readFileSync(join(copy, 'docs/openapi.json'), 'utf8')).toBe(
      readFileSync(join(root, 'docs/openapi.json'), 'utf8'),
    );
  });

  it('house 13 the rooms of a new noun compile, pass the linter and the guards, and their tests hold', async () => {
    const made = await inCopy('node', 'tools/new-noun/new-noun.ts', 'gift-card');
    expect(made.code, made.output).toBe(0);
    const added = [...made.output.matchAll(/^[+~] (\S+)$/gm)].map(([, file = '']) => file);
    expect(added.filter((file) => file.includes('gift'))).toHaveLength(11);

    const folders = ['packages/contract', 'packages/domain', 'apps/server', 'apps/portal', 'e2e'];
    for (const folder of folders) {
      const types = await inCopy('tsc', '-p', folder);
      expect(types.output).toBe('');
    }
    const code = added.filter((file) => /\.tsx?$/.test(file));
    const lint = await inCopy('oxlint', '--type-aware', '--deny-warnings', ...code);
    expect(lint.code, lint.output).toBe(0);
    const format = await inCopy('biome', 'check', '--vcs-enabled=false', ...code);
    expect(format.code, format.output).toBe(0);
    const projects = ['contract', 'domain', 'portal', 'tools'].flatMap((project) => ['--project', project]);
    const tests = await inCopy(
      'vitest',
      'run',
      ...projects,
      'gift-card',
      'operations.test',
      'schemas.test',
      'guards/nouns',
      'guards/table-owners',
      'walls/guards',
      'guards/migrations',
      'guards/form',
      'generated.test',
    );
    expect(tests.code, tests.output).toBe(0);

    const again = await inCopy('node', 'tools/new-noun/new-noun.ts', 'gift-card');
    expect(again.code).toBe(1);
  }, 180_000);
});
