import { describe, expect, it } from 'vitest';
import { themeGrounds } from '../../packages/domain/src/content/brand-colour.ts';
import { read } from './repository.ts';

const tokens = read('packages/ui/src/tokens.css');
const rule = read('packages/domain/src/content/brand-colour.ts');

/** What the style sheet makes of a brand's colour, and where the rule says the same. */
const shades: readonly (readonly [string, string])[] = [
  ['--indigo: oklch(from var(--brand) min(l, 0.5) c h);', 'indigo: shade(Math.min(l, 0.5), c)'],
  ['--indigo-deep: oklch(from var(--brand) min(l * 0.78, 0.4) c h);', 'deep: shade(Math.min(l * 0.78, 0.4), c)'],
  ['--indigo-soft: oklch(from var(--brand) 0.962 min(c, 0.013) h);', 'soft: shade(0.962, Math.min(c, 0.013))'],
  ['--indigo: oklch(from var(--brand) 0.78 min(c, 0.096) h);', 'indigo: shade(0.78, Math.min(c, 0.096))'],
  ['--indigo-deep: oklch(from var(--brand) 0.865 min(c, 0.058) h);', 'deep: shade(0.865, Math.min(c, 0.058))'],
  ['--indigo-soft: oklch(from var(--brand) 0.295 min(c, 0.066) h);', 'soft: shade(0.295, Math.min(c, 0.066))'],
];

describe('R1.6 the contrast of a brand’s colour', () => {
  it('R1.6 is reckoned from the shades of the style sheet, and the sheet has no other', () => {
    for (const [style, code] of shades) {
      expect(tokens).toContain(style);
      expect(rule).toContain(code);
    }
    const derived = new Set(tokens.match(/--[\w-]+: oklch\(from var\(--brand\)[^;]+;/g));
    expect([...derived].toSorted()).toEqual(shades.map(([style]) => style).toSorted());
  });

  it('R1.6 is reckoned on the grounds of the style sheet', () => {
    const { light, dark } = themeGrounds;
    expect([light.card, light.onBrand]).toEqual(['#ffffff', '#ffffff']);
    for (const style of ['--card: #fff;', `--paper: ${light.paper};`, '--on-indigo: #fff;']) {
      expect(tokens).toContain(style);
    }
    for (const style of [`--card: ${dark.card};`, `--paper: ${dark.paper};`, `--on-indigo: ${dark.onBrand};`]) {
      expect(tokens).toContain(style);
    }
  });
});
