/** One line of the table. */
export interface Figure {
  readonly part: string;
  readonly what: string;
  readonly value: string;
  /** What it should be; a figure without a goal is for orientation. */
  readonly goal?: string;
  readonly isMet?: boolean;
  /** Set where what a goal stands on could not be measured. */
  readonly isMissing?: true;
}

/** A part of the bench. */
export interface Part {
  readonly name: string;
  /** Gives its figures; throws when anything unexpected came. */
  readonly run: (setting: Setting) => Promise<Figure[]>;
}

/** What the parts share. */
export interface Setting {
  /** For data folders; removed at the end. */
  readonly folder: string;
  /** A Chromium, where there is one. */
  readonly browser: string | undefined;
  /** Says what goes on. */
  readonly say: (text: string) => void;
}

/** A figure with a goal. */
export const judged = (
  part: string,
  what: string,
  found: { readonly value: string; readonly goal: string; readonly isMet: boolean },
): Figure => ({ part, what, ...found });

/** A figure for orientation. */
export const noted = (part: string, what: string, value: string): Figure => ({ part, what, value });

/** What could not be measured, and why; its goals are neither met nor missed. */
export const unmeasured = (part: string, what: string, why: string): Figure => ({
  part,
  what,
  value: `not measured: ${why}`,
  isMissing: true,
});

/** A number with thousands apart. */
export const count = (value: number): string => Math.round(value).toLocaleString('en-US');

/** @param digits after the point */
export const fixed = (value: number, digits = 2): string => value.toFixed(digits);
