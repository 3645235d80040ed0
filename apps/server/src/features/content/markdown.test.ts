import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

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
