import { describe, expect, it } from 'vitest';
import { browserSources } from '../browsers/browser-sources.ts';
import { lackedWithoutHarm } from '../browsers/lacked-without-harm.ts';
import { scriptUses } from '../browsers/script-features.ts';
import { styleUses } from '../browsers/style-features.ts';
import { read } from './repository.ts';

const sources = browserSources();

const usesOf = (file: string) => (file.endsWith('.css') ? styleUses(read(file)) : scriptUses(file, read(file)));

describe('scripts and styles run in the oldest browsers that they are for', () => {
  it('ux no script and no style sheet uses what a browser of the floor may lack, but where it does without', () => {
    expect(sources.length).toBeGreaterThan(1000);
    const found = sources.flatMap((file) => usesOf(file).map((use) => ({ file, ...use })));
    const stray = found.filter(
      ({ file, feature }) =>
        !lackedWithoutHarm.some(({ features, where }) => features.includes(feature) && where.test(file)),
    );
    expect(stray.map(({ file, feature, line }) => `${file}:${line} ${feature}`)).toEqual([]);
    const unused = lackedWithoutHarm.flatMap(({ features, where }) =>
      features.filter((name) => !found.some(({ file, feature }) => feature === name && where.test(file))),
    );
    expect(unused).toEqual([]);
  });

  it('house 12 of domain it looks at what a browser imports, and at nothing else', () => {
    expect(sources).toContain('packages/domain/src/money/fen.ts');
    expect(sources).not.toContain('packages/domain/src/search-text.ts');
  });

  it.each([
    ['AbortSignal.any([a, b])', 'AbortSignal.any'],
    ['rows.toSorted()', 'toSorted'],
    ['Map.groupBy(rows, key)', 'Map.groupBy'],
    ['Object.groupBy(rows, key)', 'Object.groupBy'],
    ['URL.canParse(text)', 'URL.canParse'],
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['Array.fromAsync(rows)', 'Array.fromAsync'],
    ['text.isWellFormed()', 'isWellFormed'],
    ['new Intl.Segmenter()', 'Intl.Segmenter'],
    ['/[a--b]/v.test(text)', 'RegExp.unicodeSets'],
    ['element.showPopover()', 'showPopover'],
    ['requestIdleCallback(work)', 'requestIdleCallback'],
  ])('house 12 a planted %s is reported', (text, feature) => {
    expect(scriptUses('planted.ts', text)).toEqual([{ feature, line: 1 }]);
  });

  it('house 12 what is asked for first, or is old enough, is not reported', () => {
    expect(scriptUses('planted.ts', "typeof Sanitizer; rows.at(-1); structuredClone(a); 'x' in y;")).toEqual([]);
  });

  it.each([
    ['a { color: color-mix(in srgb, red, blue); }', 'color-mix()'],
    ['a:has(b) { color: red; }', ':has'],
    ['@starting-style { a { opacity: 0; } }', '@starting-style'],
    ['a { text-wrap: balance; }', 'text-wrap'],
    ['a { height: 2lh; }', '1lh'],
    ['a { anchor-name: --x; }', 'anchor-name'],
  ])('house 12 a planted %s is reported', (text, feature) => {
    expect(styleUses(text)).toEqual([{ feature, line: 1 }]);
  });

  it('house 12 behind @supports, in comments, and old enough nothing is reported', () => {
    const text = '@supports (a: b) { a { text-wrap: balance; } } /* a:has(b) {} */ a { height: 100dvh; inset: 0; }';
    expect(styleUses(text)).toEqual([]);
  });
});
