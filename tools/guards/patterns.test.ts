import { analyse } from 'scslre';
import { describe, expect, it } from 'vitest';
import { madePatterns, type Pattern, patterns, patternsIn } from './pattern-sources.ts';

/** Whether a pattern takes more than a time that grows with the text, from whatever place it begins. */
const isSlow = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>): boolean =>
  analyse({ source, flags }, { maxReports: 1 }).reports.length > 0;

const wordOf = ({ file, source, flags }: Pattern): string => `${file}: /${source}/${flags}`;

/** Patterns that are not linear and need not be, because what they meet is short: the file, and what bounds it. */
const bounded: Readonly<Record<string, string>> = {
  'apps/server/src/kernel/files/reading/workbook-parts.ts': 'longestCode: 1,000 signs',
  'packages/chat-kit/src/headless/request.ts': 'an address that the page itself configures',
  'packages/domain/src/money/rate-text.ts': 'digits of a number of ours',
  'packages/domain/src/money/yuan-text.ts': 'digits of a number of ours',
  'packages/domain/src/table/day-text.ts': 'longestDay',
  'packages/domain/src/table/head-words.ts': 'longestHead: 100 signs, a line of heads 1,000',
};

/** What patterns become that are put together when they run: names of ours, escaped words, and parts of other files' patterns. */
const made: Readonly<Record<string, readonly string[]>> = {
  'apps/server/src/features/content/kinds/doc-kind.ts': ['href="#/portal/docs/a-key["?]'],
  'apps/server/src/features/content/kinds/doc-text.ts': ['href="#/portal/docs/a-key\\?at=([^"]+)"'],
  'apps/server/src/features/content/markdown.ts': [
    '(\\]\\(\\s*<?|^\\s*\\[[^\\]]+\\]:\\s*<?)(a\\.png|b\\.png)(?=[\\s)>]|$)',
  ],
  'apps/server/src/features/doc/doc-highlight.ts': ['对账单|对账|账单'],
  'apps/server/src/kernel/files/reading/xml-elements.ts': ['<(\\w+:)?sheetData\\b'],
  'apps/server/src/kernel/files/reading/xml-text.ts': [
    '\\sname\\s*=\\s*(?:\'([^\']*)\'|"([^"]*)")',
    '<(?:\\w+:)?name\\b',
    '</(?:\\w+:)?name>',
    '<x:rPh\\b',
  ],
  'apps/server/src/kernel/http/replies/send-file.ts': ['(?:^|[, ])gzip(?:$|[, ;](?!q=0(?:\\.0*)?(?:,|$)))'],
  'packages/domain/src/search-text/folded-text.ts': ['[發對帳]'],
};

describe('security 1.2.9 regular expressions take a time that grows with the text', () => {
  it('security 1.2.9 every pattern of product code is linear, or meets only what is short', () => {
    const slow = patterns.filter(isSlow);
    expect(slow.filter(({ file }) => bounded[file] === undefined).map(wordOf)).toEqual([]);
    expect(Object.keys(bounded).filter((file) => !slow.some((pattern) => pattern.file === file))).toEqual([]);
    expect(patterns.length).toBeGreaterThan(400);
  });

  it('security 1.2.9 what is put together of text that is known only when it runs is named here, and linear too', () => {
    expect([...new Set(madePatterns.map(({ file }) => file))].toSorted()).toEqual(Object.keys(made).toSorted());
    const slow = Object.values(made)
      .flat()
      .filter((source) => isSlow({ source, flags: 'u' }));
    expect(slow).toEqual([]);
  });

  it('house 12 the checker finds what it must find', () => {
    const slow = [
      '\\s*\\{#a\\}',
      '^(a+)+$',
      '\\s+$',
      '^\\s*(.*?)\\s*$',
      '\\[[^\\]]*\\]',
      '(a|aa)+$',
      '^(?!.*Z$)(.*?)(?:am\\s*|\\s*pm$)',
    ];
    expect(slow.filter((source) => !isSlow({ source, flags: 'u' }))).toEqual([]);
    const fine = ['^\\s+', '^[a-z]+(?:-[a-z]+)*$', '[^a]', '\\([^()]*\\)', '^(?:\\d{3})+$'];
    expect(fine.filter((source) => isSlow({ source, flags: 'u' }))).toEqual([]);
  });

  it('house 12 patterns are found wherever they stand', () => {
    const text = [
      "const part = '[a-z]+'; const whole = `x${part}y`;",
      "const a = /b+/gi; new RegExp(`^${part}$`, 'u'); RegExp(whole);",
      "const shape = { pattern: '^c*$' };",
      'const made = (name: string) => new RegExp(`${name}+`);',
    ].join('\n');
    const { plain, made: later } = patternsIn('a.ts', text);
    expect(plain.map(({ source, flags }) => `/${source}/${flags}`).toSorted()).toEqual([
      '/^[a-z]+$/u',
      '/^c*$/u',
      '/b+/gi',
      '/x[a-z]+y/',
    ]);
    expect(later).toEqual([{ file: 'a.ts', text: 'new RegExp(`${name}+`)' }]);
  });
});
