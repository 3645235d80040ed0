import { describe, expect, it } from 'vitest';
import { files, read } from './repository.ts';

/** Words that tell a newcomer nothing, and the plain term for each (house 8). They are banned in names, comments and test titles. */
const plainTerms: Readonly<Record<string, string>> = {
  believe: 'authenticate, trust, accept',
  believed: 'authenticated, trusted, accepted',
  unbelieved: 'refused',
  patience: 'timeout',
  patiently: 'with retries',
  debt: 'pending query, pending task',
  owe: 'track as pending',
  owed: 'pending',
  landed: 'result',
  leash: 'watchdog',
  crowd: 'concurrent calls, load',
  workbench: 'worker pool, semaphore',
  road: 'the steps of a call',
  paved: 'dependencies',
  mend: 'fix, repair, retry',
  told: 'reported, announced, received',
  said: 'reported, received',
  knock: 'send',
  dawdle: 'be slow',
  midst: 'in the middle of',
  whoever: 'the caller, the reader, the user',
  stranger: 'unknown device, other tenant, unlisted host',
};

const banned = Object.keys(plainTerms);
const capitalised = banned.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));

/** The beginnings of the columns `licence_told`, `id_told` and `expiry_told`, which keep their names. */
const columnsThatStay = '\\b(?:licence|id|expiry)_';

/** Matches the words with their endings, alone or as a part of a name, and `whole…` in names. */
const dialect = new RegExp(
  [
    `(?<![A-Za-z0-9]|${columnsThatStay})(?:${banned.join('|')})(?:s|d|ed|ing)?(?![a-z])`,
    `(?:${capitalised.join('|')})(?:s|d|ed|ing)?(?![a-z])`,
    '\\bsayWords\\b|\\bwhole[A-Z]|(?<![A-Za-z])Whole[A-Z]|[a-z]Whole(?![a-z])',
  ].join('|'),
);

/** Migrations and what is generated from them keep the column names that they have. */
const spokenCode = new RegExp(
  '^(?!apps/server/migrations/|tools/guards/words\\.test\\.ts)(?!.*\\.gen\\.ts$).*\\.(?:ts|tsx|mjs|css|sql)(?:\\.txt)?$',
);

/** Each pattern is written so that it does not find itself. */
const rules: readonly { readonly name: string; readonly pattern: RegExp; readonly in: RegExp }[] = [
  { name: 'a path of one machine', pattern: /(?<![\w.])\/(?:wor[k]|hom[e]\/\w+|Use[r]s\/\w+|far[m])\//, in: /./ },
  { name: 'an address of a package registry', pattern: /registr[y]\.(?:npmjs|yarnpkg|npmmirror)\./, in: /./ },
  {
    name: 'work put off',
    pattern: /\b(?:TOD[O]|FIXM[E]|HAC[K]|XX[X])\b/,
    in: /\.(?:ts|tsx|mjs|css|sql|md|yaml|html)$/,
  },
  {
    name: 'a promise in place of a part',
    pattern: /coming soo[n]|not implemente[d]|敬请期[待]|功能开发[中]|正在建[设]/i,
    in: /\.(?:ts|tsx|mjs|css|sql|md|yaml|html)$/,
  },
  {
    name: 'a test that does not run',
    pattern:
      /\b(?:it|test|describe)(?:\.concurrent|\.each)?\.(?:ski[p]|onl[y]|tod[o]|fixm[e]|fail[s])\b|\bx(?:it|describe)\(/,
    in: /\.(?:test|spec)\.tsx?$/,
  },
  {
    name: 'a compiler or linter silenced without a reason',
    pattern: /@ts-(?:ignor[e]|nochec[k])|(?:ox|es)lint-disabl[e](?!-next-line [\w/-]+(?:, [\w/-]+)* -- )/,
    in: /\.(?:ts|tsx|mjs)$/,
  },
  {
    name: 'the number of a private key or a real secret',
    pattern: /-----BEGI[N] (?:RSA |EC )?PRIVATE KEY-----/,
    in: /./,
  },
  { name: 'private dialect', pattern: dialect, in: spokenCode },
];

const text = files.filter((file) =>
  /\.(?:ts|tsx|mjs|js|json|css|sql|md|yaml|yml|html|svg|txt|toml)$|(?:^|\/)(?:\.[a-z]+rc|\.gitignore|run|pre-commit)$/.test(
    file,
  ),
);

const find = (
  { pattern, in: where }: (typeof rules)[number],
  each: readonly string[],
  textOf: (file: string) => string,
) =>
  each
    .filter((file) => where.test(file))
    .flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim().slice(0, 100)}`] : [])),
    );

describe('house 9 what the repository does not say', () => {
  it.each(rules.map((rule) => [rule.name, rule] as const))('house 9 nowhere stands %s', (_name, rule) => {
    expect(find(rule, text, read)).toEqual([]);
  });

  it.each([
    ['a path of one machine', `cd /wor${'k'}/main`, 'a.md'],
    ['an address of a package registry', `https://registr${'y'}.npmjs.org/x`, 'a.json'],
    ['work put off', `// TOD${'O'}: later`, 'a.ts'],
    ['a promise in place of a part', `敬请期${'待'}`, 'a.tsx'],
    ['a test that does not run', `it.onl${'y'}('x')`, 'a.test.ts'],
    ['a compiler or linter silenced without a reason', `// @ts-ignor${'e'}`, 'a.ts'],
    ['a compiler or linter silenced without a reason', `// oxlint-disabl${'e'}-next-line no-console`, 'a.ts'],
    ['private dialect', '/** What the road is paved with. */', 'packages/client/src/a.ts'],
    ['private dialect', 'const patienceMs = 2000;', 'packages/client/src/a.ts'],
    ['private dialect', 'const createPatience = (): void => undefined;', 'tools/launch/a.mjs'],
    ['private dialect', 'export const wholeEnvelope = 1;', 'apps/server/src/kernel/calls/a.ts'],
    ['private dialect', 'const isWhole = true;', 'apps/server/src/kernel/calls/a.ts'],
    ['private dialect', "it('R4.5 who is believed', () => undefined);", 'e2e/a.spec.ts'],
    ['private dialect', '-- a bounded crowd before a bounded workbench', 'apps/server/src/kernel/calls/a.sql'],
    ['private dialect', 'const mended = 1;', 'apps/server/src/features/a.ts'],
    ['private dialect', 'const who_told = null;', 'apps/server/src/features/a.ts'],
    ['private dialect', 'const hasStrangers = false;', 'packages/ui/src/a.tsx'],
  ])('house 12 the rule finds %s', (name, line, file) => {
    const rule = rules.find((each) => each.name === name);
    expect(rule && find(rule, [file], () => line)).toHaveLength(1);
  });

  it.each(['a roadmap', 'recommended', 'licence_told', 'the whole list', 'const unfolded = 1;', 'lowest', 'belief'])(
    'house 12 plain words pass: %s',
    (line) => {
      expect(dialect.test(line)).toBe(false);
    },
  );
});
