import { imageCodeGlyphs } from './image-code-glyphs.ts';
import type { Random } from './seeded-random.ts';

/** The picture's size. @unit px */
const imageCodePicture = { width: 240, height: 80 } as const;

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

const path = (points: readonly Point[], colour: string, width: number): string => {
  const steps = points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)},${y.toFixed(1)}`).join('');
  return `<path d="${steps}" stroke="${colour}" stroke-width="${width.toFixed(1)}"/>`;
};

const darkColour = (random: Random) =>
  `hsl(${Math.floor(random() * 360)},${Math.floor(between(random, 45, 75))}%,${Math.floor(between(random, 22, 36))}%)`;

const noiseCurve = (random: Random): Point[] => {
  const { width, height } = imageCodePicture;
  const y = () => between(random, height * 0.15, height * 0.85).toFixed(1);
  const x = (low: number, high: number) => between(random, width * low, width * high).toFixed(1);
  const [start, middle, end] = ['-5', x(0.4, 0.6), String(width + 5)];
  return flatten(`M${start},${y()} Q${x(0.1, 0.35)},${y()} ${middle},${y()} Q${x(0.65, 0.9)},${y()} ${end},${y()}`);
};

const specks = (random: Random): string =>
  Array.from({ length: 46 }, () => {
    const from = { x: random() * imageCodePicture.width, y: random() * imageCodePicture.height };
    const to = { x: from.x + between(random, -9, 9), y: from.y + between(random, -7, 7) };
    return path([from, to], darkColour(random), between(random, 0.8, 2));
  }).join('');

/**
 * A code as an SVG picture: drawn characters, each rotated, slanted and bent, crossed by curves of the same colours, on
 * a background of specks. Characters without a glyph are left out.
 *
 * @source R5.3
 */
export const drawImageCode = (code: string, random: Random): string => {
  const { width, height } = imageCodePicture;
  const chars = [...code.toUpperCase()];
  const cell = (width - 30) / Math.max(1, chars.length);
  const bend = bending(random);
  const glyphs = chars.flatMap((char, at) => {
    const centre = {
      x: 15 + cell * (at + 0.5) + between(random, -5, 5),
      y: height / 2 + between(random, -6, 6),
    };
    const place = placing(random, centre);
    const colour = darkColour(random);
    const strokeWidth = between(random, 3.4, 5);
    return (imageCodeGlyphs[char] ?? []).map((stroke) =>
      path(flatten(stroke).map(place).map(bend), colour, strokeWidth),
    );
  });
  const curves = Array.from({ length: 3 }, () =>
    path(noiseCurve(random), darkColour(random), between(random, 1.8, 3.2)),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="hsl(${Math.floor(random() * 360)},40%,95%)"/>`,
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${specks(random)}${glyphs.join('')}${curves.join('')}</g>`,
    '</svg>',
  ].join('');
};
