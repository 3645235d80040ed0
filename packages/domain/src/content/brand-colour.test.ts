import { describe, expect, it } from 'vitest';
import {
  brandColourFault,
  brandContrasts,
  brandShades,
  contrastOf,
  successCss,
  successHueBeside,
  successShades,
  themeGrounds,
} from './brand-colour.ts';

describe('R1.6 a brand’s colour', () => {
  it('R1.6 contrast is reckoned as WCAG does', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#ffffff', '#ffffff')).toBe(1);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it('R1.6 ours is shown as it is, and its shades are those of the styles', () => {
    expect(brandShades('#23408e', 'light').indigo).toBe('#23408e');
    expect(brandColourFault('#23408e')).toBeUndefined();
    for (const { ratio } of brandContrasts('#23408e')) expect(ratio).toBeGreaterThan(4.5);
  });

  it('R1.6 a light colour is darkened in the light theme and lightened in the dark one', () => {
    expect(contrastOf(brandShades('#ffd400', 'light').indigo, '#ffffff')).toBeGreaterThan(3);
    expect(contrastOf(brandShades('#101010', 'dark').indigo, '#171f2e')).toBeGreaterThan(4.5);
  });

  it('R1.6 what has succeeded has another green than a brand that is green, and is read as well', () => {
    for (const far of ['#23408e', '#c93a22', '#f2a93b', '#333333']) expect(successHueBeside(far), far).toBeUndefined();
    expect(successShades('#23408e', 'light')).toEqual({ pine: '#1e7f5c', soft: '#eff9f5' });
    expect(successCss('#23408e')).toBe('');
    for (const green of ['#1e7f5c', '#0a7d3c', '#2e7d32', '#007a6e', '#00786f', '#4a7a1e', '#16a34a']) {
      expect(successHueBeside(green), green).toBeTypeOf('number');
      for (const theme of ['light', 'dark'] as const)
        expect(successCss(green)).toContain(`--pine:${successShades(green, theme).pine}`);
      for (const theme of ['light', 'dark'] as const) {
        const { pine, soft } = successShades(green, theme);
        expect(pine, green).not.toBe(successShades('#23408e', theme).pine);
        const { card, paper } = themeGrounds[theme];
        for (const ground of [card, paper, soft]) {
          expect(contrastOf(pine, ground), `${green} ${theme} ${ground}`).toBeGreaterThan(4.5);
        }
      }
    }
  });

  it.each(['', 'red', '#fff', '#23408g', '#23408e;}', 'url(x)'])('R1.6 %j is no colour', (text) => {
    expect(brandColourFault(text)).toContain('#RRGGBB');
  });

  it('R1.6 every colour that is taken can be read, and one that is not says where', () => {
    const parts = [0, 51, 102, 153, 204, 255].map((part) => part.toString(16).padStart(2, '0'));
    const colours = parts.flatMap((red) => parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)));
    const [taken, refused] = [true, false].map((isTaken) =>
      colours.filter((colour) => (brandColourFault(colour) === undefined) === isTaken),
    );
    for (const colour of taken ?? [])
      for (const { ratio } of brandContrasts(colour)) expect(ratio).toBeGreaterThan(4.49);
    // Greens that no screen can show as dark as the light theme would have them.
    expect(refused).toEqual(['#00ff00', '#00ff33', '#00ff66', '#00ff99', '#00ffcc', '#33ff00', '#33ff33', '#33ff66']);
    expect(brandColourFault('#00ff00')).toMatch(/^对比度不足 4\.5:1，读不清：浅色主题的\S+ 4\.\d\d:1/);
  });
});
