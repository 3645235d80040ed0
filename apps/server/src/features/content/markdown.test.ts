import { describe, expect, it } from 'vitest';
import { adversarialTexts } from './adversarial-texts.fixture.ts';
import { renderDoc } from './kinds/doc-text.ts';
import { docLinkOf, imagesOf, renderMarkdown, textFault, withPictures } from './markdown.ts';
import { textBounds } from './text-bounds.ts';

const anchorsOf = (headings: readonly string[]): string[] =>
  renderMarkdown(headings.map((text) => `## ${text}`).join('\n\n'), {
    link: () => null,
    image: () => null,
  }).outline.map(({ id }) => id);

describe('R2.6 anchors of headings', () => {
  it('R2.6 equal headings are numbered from 2, around what is stated and what another heading is called', () => {
    expect(anchorsOf(['费用', '费用', '费用 3', '费用', '费用', '别的 {#费用-2}', '费用 3', '——'])).toEqual([
      '费用',
      '费用-3',
      '费用-3-2',
      '费用-4',
      '费用-5',
      '费用-2',
      '费用-3-3',
      'section',
    ]);
  });

  it('security 4.8 thousands of equal headings take a time that grows with their number', () => {
    const began = performance.now();
    const anchors = anchorsOf(Array.from({ length: 20_000 }, () => '费用'));
    expect(anchors.at(-1)).toBe('费用-20000');
    expect(new Set(anchors).size).toBe(20_000);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

/** Everything that is done with a text of staff when it is looked at, saved or exported. @unit ms of the processor */
const costOf = (text: string): number => {
  const began = process.cpuUsage();
  renderDoc('own', text);
  withPictures(text, new Map(imagesOf(text).map(({ src }) => [src, '/media/a.png'])));
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
};
const bestOf = (make: () => string): number =>
  Math.min(...Array.from({ length: 3 }, () => costOf(`${make()} ${Math.random()}`)));
/** Of the shorter text; below it, a ratio says nothing. @unit ms */
const floorMs = 10;

describe('security 4.8 texts of staff that are made to take long', () => {
  it.each(Object.entries(adversarialTexts))('security 4.8 %s takes a time that grows with its length', (_, make) => {
    const long = bestOf(() => make(20_000));
    // Four times as long a text: four times the work, sixteen where it is quadratic.
    if (long > 10 * floorMs)
      expect(long).toBeLessThan(
        10 *
          Math.max(
            bestOf(() => make(5000)),
            floorMs,
          ),
      );
    expect(long).toBeLessThan(1000);
  });

  it('security 4.8 columns, cells, brackets and depth are bounded, and the sentence says the line and the bound', () => {
    const table = (columns: number, rows: number): string =>
      `正文\n\n|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${'|b\n'.repeat(rows)}\n`;
    const { columns, cells, brackets, levels } = textBounds;
    for (const text of [
      table(columns, 100),
      table(2, cells / 2 - 20),
      '['.repeat(brackets),
      `${'> '.repeat(levels - 1)}a`,
      `${'- '.repeat(levels / 2 - 1)}a`,
      '---\n\na | b\n--- | :-:\nc | d',
    ]) {
      expect(textFault(text), text.slice(0, 40)).toBeNull();
    }
    expect(textFault(table(columns + 1, 1))).toBe('第 3 行的表格有 31 列，最多 30 列');
    expect(textFault(`> |a|b|\n> |${'-|'.repeat(40)}`)).toBe('第 1 行的表格有 40 列，最多 30 列');
    expect(textFault(table(columns, 200))).toMatch(/^第 \d+ 行：全文的表格最多 5000 格$/);
    expect(textFault('['.repeat(brackets + 1))).toBe('方括号与尖括号（链接、图片）最多 2000 个，现有 2001 个');
    expect(textFault(`a\n\n${'> '.repeat(levels + 5)}a`)).toBe('第 3 行：引用、列表或强调嵌套过深，最多 20 层');
  });

  it('security 4.8 what is out of bounds is not rendered, and its fault is one of the text', () => {
    const text = '['.repeat(20_000);
    expect(renderDoc('own', text)).toMatchObject({ html: '', plain: '', outline: [], links: [] });
    expect(renderDoc('own', text).faults).toMatchObject([{ path: ['markdown'] }]);
    expect(withPictures(text, new Map([['a', 'b']]))).toBe(text);
  });

  it('R2.6 a heading keeps the anchor that it states, whatever stands around it', () => {
    const anchors = ['费用 {#fees} ', '费用{#a-1}', '费用 {#-}', '费用 {#a', `费用 {#${'a'.repeat(61)}}`, '{#a} {#B}'];
    expect(anchorsOf(anchors)).toEqual(['fees', 'a-1', '费用', '费用-a', `费用-${'a'.repeat(57)}`, 'b']);
  });

  it('security 4.8 an address whose percent signs are no UTF-8 is a fault of the text, and no failure', () => {
    for (const text of ['[x](%E4)', '![x](%E4)', '[x](%)', '![x](%ZZ)']) {
      expect(renderDoc('own', text).faults, text).toHaveLength(1);
      expect(() => imagesOf(text)).not.toThrow();
    }
    expect(docLinkOf('a#%E4%BD%A0', 'own')?.anchor).toBe('你');
  });
});
