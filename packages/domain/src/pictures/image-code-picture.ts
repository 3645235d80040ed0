import { imageCodeGlyphs } from './image-code-glyphs.ts';
import type { Random } from './seeded-random.ts';

/** The picture's size. @unit px */
const imageCodePicture = { width: 240, height: 80 } as const;

/** Red, green and blue, 0 to 255 each. */
export type Colour = readonly [number, number, number];

/** A picture whose pixels, row by row, are places in its palette of 16 colours. */
export interface PalettePicture {
  readonly width: number;
  readonly height: number;
  readonly palette: readonly Colour[];
  readonly pixels: Uint8Array;
}

/** The colours of strokes; each comes in `shades` shades, for smooth edges. With the background they make 16 colours. */
const inks = 5;
const shades = 3;

interface Point {
  readonly x: number;
  readonly y: number;
}

const between = (random: Random, low: number, high: number) => low + (high - low) * random();
const segments = 9;

const pointOf = (text: string): Point => {
  const [x = '0', y = '0'] = text.split(',');
  return { x: Number(x), y: Number(y) };
};

const along = (from: Point, to: Point, share: number): Point => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
});

/** Splits a stroke into many short straight segments, so that it can be bent. */
const flatten = (stroke: string): Point[] => {
  const tokens = stroke.split(' ');
  const points: Point[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    const to = pointOf(token.slice(1));
    const from = points.at(-1);
    if (from === undefined) {
      points.push(to);
      continue;
    }
    const isCurve = token.startsWith('Q');
    if (isCurve) at += 1;
    const end = isCurve ? pointOf(tokens[at] ?? '') : to;
    for (let step = 1; step <= segments; step += 1) {
      const share = step / segments;
      points.push(isCurve ? along(along(from, to, share), along(to, end, share), share) : along(from, end, share));
    }
  }
  return points;
};

/** Places one glyph with random size, slant and rotation. */
const placing = (random: Random, centre: Point) => {
  const scaleX = between(random, 2.9, 3.6);
  const scaleY = between(random, 3, 3.7);
  const shear = between(random, -0.28, 0.28);
  const angle = between(random, -0.3, 0.3);
  return ({ x, y }: Point): Point => {
    const wide = (x - 5) * scaleX - (y - 7) * shear * scaleY;
    const high = (y - 7) * scaleY;
    return {
      x: centre.x + wide * Math.cos(angle) - high * Math.sin(angle),
      y: centre.y + wide * Math.sin(angle) + high * Math.cos(angle),
    };
  };
};

/** Bends the picture, so that no line stays straight. */
const bending = (random: Random) => {
  const [sizeX, sizeY] = [between(random, 2, 4.5), between(random, 2.5, 5)];
  const [lengthX, lengthY] = [between(random, 45, 80), between(random, 70, 120)];
  const [phaseX, phaseY] = [between(random, 0, 6.3), between(random, 0, 6.3)];
  return ({ x, y }: Point): Point => ({
    x: x + sizeX * Math.sin((y * 2 * Math.PI) / lengthX + phaseX),
    y: y + sizeY * Math.sin((x * 2 * Math.PI) / lengthY + phaseY),
  });
};

/** A colour by hue (turns), saturation and lightness (0 to 1). */
const colourOf = (hue: number, saturation: number, lightness: number): Colour => {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (turn: number): number => {
    const at = (turn + hue * 12) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
  };
  return [part(0), part(8), part(4)];
};

const darkColour = (random: Random): Colour =>
  colourOf(random(), between(random, 0.45, 0.75), between(random, 0.22, 0.36));

/** The colour between two. @param share 0 is the first, 1 the second */
const mixed = (from: Colour, to: Colour, share: number): Colour => {
  const part = (place: 0 | 1 | 2): number => Math.round(from[place] + (to[place] - from[place]) * share);
  return [part(0), part(1), part(2)];
};

/** The background, then every shade of every ink. */
const paletteOf = (random: Random): Colour[] => {
  const ground = colourOf(random(), 0.4, 0.95);
  const dark = Array.from({ length: inks }, () => darkColour(random));
  return [
    ground,
    ...dark.flatMap((ink) => Array.from({ length: shades }, (_, at) => mixed(ground, ink, (at + 1) / shades))),
  ];
};

/** What a stroke is drawn with: the palette's place before its lightest shade, and its width. */
interface Pen {
  readonly ink: number;
  readonly width: number;
}

const penOf = (random: Random, low: number, high: number): Pen => ({
  ink: Math.floor(random() * inks) * shades,
  width: between(random, low, high),
});

/** 0 for the background. */
const shadeOf = (colour: number): number => (colour === 0 ? 0 : ((colour - 1) % shades) + 1);

/** Draws a line with round ends: each pixel is shaded by its distance to it. Lighter edges never cover darker strokes. */
const drawLine = (pixels: Uint8Array, [from, to]: readonly [Point, Point], { ink, width }: Pen): void => {
  const reach = width / 2 + 0.5;
  const [wide, high] = [to.x - from.x, to.y - from.y];
  const square = wide * wide + high * high;
  const right = Math.min(imageCodePicture.width - 1, Math.ceil(Math.max(from.x, to.x) + reach));
  const bottom = Math.min(imageCodePicture.height - 1, Math.ceil(Math.max(from.y, to.y) + reach));
  const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - reach));
  for (let y = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach)); y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const [aside, below] = [x + 0.5 - from.x, y + 0.5 - from.y];
      const share = square === 0 ? 0 : Math.max(0, Math.min(1, (aside * wide + below * high) / square));
      const [x0, y0] = [aside - share * wide, below - share * high];
      const distance = Math.sqrt(x0 * x0 + y0 * y0);
      const shade = Math.round(Math.max(0, Math.min(1, reach - distance)) * shades);
      const at = y * imageCodePicture.width + x;
      if (shade > 0 && shade >= shadeOf(pixels[at] ?? 0)) pixels[at] = ink + shade;
    }
  }
};

const drawStroke = (pixels: Uint8Array, points: readonly Point[], pen: Pen): void => {
  for (const [at, to] of points.entries()) {
    const from = points[at - 1];
    if (from !== undefined) drawLine(pixels, [from, to], pen);
  }
};

const noiseCurve = (random: Random): Point[] => {
  const { width, height } = imageCodePicture;
  const y = () => between(random, height * 0.15, height * 0.85).toFixed(1);
  const x = (low: number, high: number) => between(random, width * low, width * high).toFixed(1);
  const [start, middle, end] = ['-5', x(0.4, 0.6), String(width + 5)];
  return flatten(`M${start},${y()} Q${x(0.1, 0.35)},${y()} ${middle},${y()} Q${x(0.65, 0.9)},${y()} ${end},${y()}`);
};

const drawSpecks = (pixels: Uint8Array, random: Random): void => {
  for (let count = 0; count < 46; count += 1) {
    const from = { x: random() * imageCodePicture.width, y: random() * imageCodePicture.height };
    const to = { x: from.x + between(random, -9, 9), y: from.y + between(random, -7, 7) };
    drawLine(pixels, [from, to], penOf(random, 0.8, 2));
  }
};

/**
 * A code as a picture: drawn characters, each rotated, slanted and bent, on a background of specks and of curves of the same colours,
 * which are thinner. Characters without a glyph are left out. Drawn here and not as SVG, which took a renderer three times the whole call's time.
 *
 * @source R5.3
 */
export const drawImageCode = (code: string, random: Random): PalettePicture => {
  const { width, height } = imageCodePicture;
  const palette = paletteOf(random);
  const pixels = new Uint8Array(width * height);
  const chars = [...code.toUpperCase()];
  const cell = (width - 30) / Math.max(1, chars.length);
  const bend = bending(random);
  drawSpecks(pixels, random);
  // Below the characters and half as wide: above them, a curve makes an F of a P and hides the bar of an H.
  for (let count = 0; count < 3; count += 1) drawStroke(pixels, noiseCurve(random), penOf(random, 1.4, 2.2));
  for (const [at, char] of chars.entries()) {
    const centre = {
      x: 15 + cell * (at + 0.5) + between(random, -5, 5),
      y: height / 2 + between(random, -6, 6),
    };
    const place = placing(random, centre);
    const pen = penOf(random, 4.2, 5.4);
    for (const stroke of imageCodeGlyphs[char] ?? []) drawStroke(pixels, flatten(stroke).map(place).map(bend), pen);
  }
  return { width, height, palette, pixels };
};
