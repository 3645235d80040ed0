/** One line of the table. */
export interface Figure {
  readonly part: string;
  readonly what: string;
  readonly value: string;
  /** The goal; a figure without one is for information. */
  readonly goal?: string;
  readonly isMet?: boolean;
  /** Set where the value of a goal could not be measured. */
  readonly isMissing?: true;
}

/** A part of the bench. */
export interface Part {
  readonly name: string;
  /** Returns its figures; throws on an unexpected reply. */
  readonly run: (setting: Setting) => Promise<Figure[]>;
}

/** The setting that all parts share. */
export interface Setting {
  /** For data folders; removed at the end. */
  readonly folder: string;
  /** The path of Chromium, where it is installed. */
  readonly browser: string | undefined;
  /** Reports progress. */
  readonly say: (text: string) => void;
}

/** A figure with a goal. */
export const judged = (
  part: string,
  what: string,
  found: { readonly value: string; readonly goal: string; readonly isMet: boolean },
): Figure => ({ part, what, ...found });

/** A figure whose goal is at most a value. A ratio (`×`) is written with decimals. */
export const judgedAtMost = (
  part: string,
  what: string,
  [value, most, unit]: readonly [value: number, most: number, unit: string],
): Figure =>
  judged(part, what, {
    value: `${fixed(value, unit === '×' ? 2 : 0)}${unit}`,
    goal: `≤ ${fixed(most, unit === '×' ? 1 : 0)}${unit}`,
    isMet: value <= most,
  });

/** A figure for information. */
export const noted = (part: string, what: string, value: string): Figure => ({ part, what, value });

/** A value that could not be measured, and why; its goals are neither met nor missed. */
export const unmeasured = (part: string, what: string, why: string): Figure => ({
  part,
  what,
  value: `not measured: ${why}`,
  isMissing: true,
});

/** Formats a number with thousands separators. */
export const count = (value: number): string => Math.round(value).toLocaleString('en-US');

/** @param digits after the point */
export const fixed = (value: number, digits = 2): string => value.toFixed(digits);
