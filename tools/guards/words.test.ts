import { describe, expect, it } from 'vitest';
import { files, read } from './repository.ts';

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
  ])('house 12 the rule finds %s', (name, line, file) => {
    const rule = rules.find((each) => each.name === name);
    expect(rule && find(rule, [file], () => line)).toHaveLength(1);
  });
});
