/**
 * What a drawing (SVG) of the content may consist of. It is published as it is, so everything is refused that is not on a list: whatever runs,
 * embeds or fetches has many spellings, and shapes have few.
 *
 * @source R2.8, security 4.9
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const elements = words(`
  svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan
  linearGradient radialGradient stop clipPath mask pattern marker
  filter feBlend feColorMatrix feComposite feFlood feGaussianBlur feMerge feMergeNode feMorphology feOffset`);

/** Also the properties of a `style` attribute. */
const looks = words(`
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color display visibility overflow clip-path clip-rule mask filter
  marker-start marker-mid marker-end stop-color stop-opacity flood-color flood-opacity paint-order vector-effect
  font-family font-size font-style font-weight letter-spacing word-spacing text-anchor dominant-baseline
  color-interpolation-filters shape-rendering text-rendering mix-blend-mode isolation transform`);

const attributes = words(`
  version width height viewBox preserveAspectRatio x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points rotate
  pathLength textLength lengthAdjust offset gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits
  maskContentUnits patternUnits patternContentUnits patternTransform markerWidth markerHeight markerUnits refX refY orient
  filterUnits primitiveUnits in in2 result type values mode operator k1 k2 k3 k4 radius stdDeviation edgeMode
  role focusable id class`);

/** Attributes with fixed values. */
const fixed: Readonly<Record<string, RegExp>> = {
  xmlns: /^http:\/\/www\.w3\.org\/2000\/svg$/,
  'xmlns:xlink': /^http:\/\/www\.w3\.org\/1999\/xlink$/,
  'xml:space': /^(?:default|preserve)$/,
  'xml:lang': /^[A-Za-z-]+$/,
  href: /^#[\w.-]+$/,
  'xlink:href': /^#[\w.-]+$/,
  style: /^/,
};

/** Only these functions, and an address only within the drawing. */
const functions =
  /^(?:matrix|translate|scale|rotate|skewX|skewY|rgba?|hsla?)\([^()\\]*\)|^url\(\s*(["']?)#[\w.-]+\1\s*\)/;

/** Where the first function of a value begins, its name included; -1 where it has none. */
const callIn = (value: string): number => {
  let at = value.indexOf('(');
  while (at > 0 && /[\w-]/.test(value.charAt(at - 1))) at -= 1;
  return at;
};

/** Whether a value of a look or an attribute contains nothing that could name something outside. */
const isPlain = (value: string): boolean => {
  if (!value.includes('(')) return !/[\\@:;){}<>]/.test(value);
  let rest = value;
  for (let at = callIn(rest); at >= 0; at = callIn(rest)) {
    const call = functions.exec(rest.slice(at));
    if (call === null) return false;
    rest = rest.slice(at + call[0].length);
  }
  return !/[\\@:;(){}<>]/.test(value.replaceAll(/\([^()]*\)/g, ''));
};

const isPlainStyle = (style: string): boolean =>
  style.split(';').every((each) => {
    const [name = ''] = each.split(':', 1);
    return each.trim() === '' || (looks.has(name.trim()) && isPlain(each.slice(name.length + 1).trim()));
  });

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A text with its references resolved, as a browser reads it; null where one is not of XML itself. */
const resolved = (text: string): string | null => {
  let isKnown = true;
  const plain = text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));|&/g, (_all, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (code <= 0x10ffff) return String.fromCodePoint(code);
    const character = name === undefined ? undefined : named[name];
    isKnown &&= character !== undefined;
    return character ?? '';
  });
  return isKnown ? plain : null;
};

const isAllowed = (name: string, value: string): boolean => {
  if (name === 'style') return isPlainStyle(value);
  const only = fixed[name];
  if (only !== undefined) return only.test(value);
  // What a screen reader says is never anything else.
  if (/^aria-[a-z]+$/.test(name)) return true;
  return (attributes.has(name) || looks.has(name)) && isPlain(value);
};

const token =
  /<!--(?:(?!--)[^])*-->|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y;
const attribute = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy;
const heading =
  /^\ufeff?(?:<\?xml\s+version\s*=\s*["']1\.0["'](?:\s+encoding\s*=\s*["'](?:utf|UTF)-8["'])?(?:\s+standalone\s*=\s*["']\w+["'])?\s*\?>)?/;

/** The faults of one tag's attributes. */
const attributeFaults = (text: string): string[] => {
  const seen = new Set<string>();
  return [...text.matchAll(attribute)].flatMap(([, name = '', double, single = '']) => {
    const value = resolved(double ?? single);
    const isFine = value !== null && !seen.has(name) && isAllowed(name, value);
    seen.add(name);
    return isFine ? [] : [`属性 ${name}`];
  });
};

/** Everything in a drawing that is not allowed, in words; empty when it may be published. */
export const drawingFaults = (source: string): string[] => {
  const faults = new Set<string>();
  const open: string[] = [];
  let roots = 0;
  token.lastIndex = heading.exec(source)?.[0].length ?? 0;
  while (token.lastIndex < source.length) {
    const match = token.exec(source);
    if (match === null) return [...faults, '不是完整的 SVG，或含有 DTD、处理指令与 CDATA'];
    const [all, closing, name, attributesText = '', single] = match;
    if (name === undefined) {
      if (all.startsWith('<')) continue;
      const isOutside = open.length === 0 && all.trim() !== '';
      if (isOutside || resolved(all) === null || all.includes(']]>')) faults.add('根元素之外的文字，或未知的实体');
      continue;
    }
    if (closing === '/') {
      if (open.pop() !== name || attributesText !== '') return [...faults, '标签没有配对'];
      continue;
    }
    if (open.length === 0) {
      roots += 1;
      if (name !== 'svg' || !/\sxmlns\s*=/.test(attributesText)) faults.add('根元素应为带 xmlns 的 svg');
    }
    if (!elements.has(name)) faults.add(`元素 ${name}`);
    for (const fault of attributeFaults(attributesText)) faults.add(fault);
    if (single !== '/') open.push(name);
  }
  if (open.length > 0 || roots !== 1) faults.add('标签没有配对');
  return [...faults];
};
