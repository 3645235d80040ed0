/**
 * What the portal's styles make of a brand's colour, and whether it can be read: the same derivations as `tokens.css` in packages/ui.
 *
 * @source R1.6, ux "Colour"
 */

/** A colour in OKLCH: lightness 0–1, chroma, hue in radians. */
interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

/** Red, green and blue, linear, 0–1. */
type Linear = readonly [number, number, number];

export type ThemeName = 'light' | 'dark';

/** The colours of a theme that a brand's colour decides. */
export interface BrandShades {
  readonly indigo: string;
  readonly deep: string;
  readonly soft: string;
}

/** The colours of a theme that a brand's colour stands on, and those of the text on it. */
export const themeGrounds = {
  light: { card: '#ffffff', paper: '#f7f8fa', onBrand: '#ffffff' },
  dark: { card: '#171f2e', paper: '#0f1522', onBrand: '#0f1522' },
} as const satisfies Record<ThemeName, object>;

/** What WCAG AA asks of text. */
export const leastContrast = 4.5;

/** Whether a text is a colour as a brand has it: `#23408e`. */
export const isBrandColour = (text: string): boolean => /^#[0-9a-fA-F]{6}$/.test(text);

const linearOf = (hex: string): Linear => {
  const part = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
};

const oklchOf = ([red, green, blue]: Linear): Oklch => {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, b), h: Math.atan2(b, a) };
};

/** A colour beyond the screen's is clipped, as browsers do. */
const clipped = (value: number): number => Math.min(1, Math.max(0, value));

const hexOf = ({ l: lightness, c, h }: Oklch): string => {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear: Linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const parts = linear.map((value) => {
    const light = clipped(value);
    const encoded = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
};

/** The shades that the portal shows in a theme for a brand's colour. */
export const brandShades = (primary: string, theme: ThemeName): BrandShades => {
  const { l, c, h } = oklchOf(linearOf(primary));
  const shade = (lightness: number, chroma: number): string => hexOf({ l: lightness, c: chroma, h });
  return theme === 'light'
    ? {
        indigo: shade(Math.min(l, 0.5), c),
        deep: shade(Math.min(l * 0.78, 0.4), c),
        soft: shade(0.962, Math.min(c, 0.013)),
      }
    : {
        indigo: shade(0.78, Math.min(c, 0.096)),
        deep: shade(0.865, Math.min(c, 0.058)),
        soft: shade(0.295, Math.min(c, 0.066)),
      };
};

/** The greens of success, ours first: of the others one is a leaf's, the other leans to blue. @unit degrees of hue in OKLCH */
const successHues = [164, 122, 192] as const;
/** Greens nearer than this are taken for one another. @unit degrees */
const nearHue = 40;
/** Less is a grey, which no green is taken for. */
const leastChroma = 0.04;

/** The green of success beside a brand that is green itself, so that a state is not taken for a link or a button; undefined where ours will do. */
export const successHueBeside = (primary: string): number | undefined => {
  if (!isBrandColour(primary)) return undefined;
  const { c, h } = oklchOf(linearOf(primary));
  const farFrom = (hue: number): number => {
    const apart = Math.abs((h * 180) / Math.PI - hue) % 360;
    return Math.min(apart, 360 - apart);
  };
  const [ours, leaf, blueish] = successHues;
  if (c < leastChroma || farFrom(ours) >= nearHue) return undefined;
  return farFrom(leaf) >= farFrom(blueish) ? leaf : blueish;
};

/** The green of success as text, and its soft ground, as `tokens.css` has them. */
const successGreens = {
  light: { pine: '#1e7f5c', soft: '#eff9f5' },
  dark: { pine: '#5fcf9f', soft: '#10301f' },
} as const satisfies Record<ThemeName, object>;

/** What the styles make of the green of success beside a brand's colour. */
export const successShades = (primary: string, theme: ThemeName): { readonly pine: string; readonly soft: string } => {
  const greens = successGreens[theme];
  const hue = successHueBeside(primary);
  if (hue === undefined) return greens;
  const turned = (green: string): string => hexOf({ ...oklchOf(linearOf(green)), h: (hue * Math.PI) / 180 });
  return { pine: turned(greens.pine), soft: turned(greens.soft) };
};

/** The rules that give success its other green beside a green brand, after those of `tokens.css`; empty where ours will do. */
export const successCss = (primary: string): string => {
  if (successHueBeside(primary) === undefined) return '';
  const ruleOf = (selector: string, theme: ThemeName): string => {
    const { pine, soft } = successShades(primary, theme);
    return `${selector}{--pine:${pine};--pine-soft:${soft}}`;
  };
  const whenDark = `@media (prefers-color-scheme:dark){${ruleOf(':root:not([data-theme])', 'dark')}}`;
  return `${ruleOf(':root', 'light')}${ruleOf(':root[data-theme=dark]', 'dark')}${whenDark}`;
};

const luminance = (hex: string): number => {
  const [red, green, blue] = linearOf(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast of two colours as WCAG reckons it, 1–21. */
export const contrastOf = (one: string, other: string): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
};

/** How a text in a brand's colour, or on it, can be read. */
export interface BrandContrast {
  readonly theme: ThemeName;
  readonly label: string;
  readonly ratio: number;
  /** `4.77:1` */
  readonly text: string;
  readonly isEnough: boolean;
}

/** `4.77:1`, cut off: one that is too little is never shown as enough. */
const ratioText = (ratio: number): string => {
  const digits = String(Math.floor(ratio * 100));
  return `${digits.slice(0, -2)}.${digits.slice(-2)}:1`;
};

/** The worst contrast of each kind of text in both themes. @source R1.6 */
export const brandContrasts = (primary: string): readonly BrandContrast[] =>
  (['light', 'dark'] as const).flatMap((theme) => {
    const { card, paper, onBrand } = themeGrounds[theme];
    const { indigo, deep, soft } = brandShades(primary, theme);
    const worst = (label: string, pairs: readonly (readonly [string, string])[]): BrandContrast => {
      const ratio = Math.min(...pairs.map(([text, ground]) => contrastOf(text, ground)));
      return { theme, label, ratio, text: ratioText(ratio), isEnough: ratio >= leastContrast };
    };
    return [
      worst('链接与标题', [
        [indigo, card],
        [indigo, paper],
        [deep, card],
      ]),
      worst('按钮文字', [
        [onBrand, indigo],
        [onBrand, deep],
      ]),
      worst('浅底上的文字', [
        [indigo, soft],
        [deep, soft],
      ]),
    ];
  });

/** Why a colour cannot be a brand's; undefined when it can. @source R1.6 */
export const brandColourFault = (primary: string): string | undefined => {
  if (!isBrandColour(primary)) return '应为 #RRGGBB 的颜色，如 #23408e';
  const bad = brandContrasts(primary).filter(({ isEnough }) => !isEnough);
  if (bad.length === 0) return undefined;
  const where = bad.map(({ theme, label, text }) => `${theme === 'light' ? '浅色' : '深色'}主题的${label} ${text}`);
  return `对比度不足 ${leastContrast}:1，读不清：${where.join('、')}。请换一个更深的颜色`;
};
