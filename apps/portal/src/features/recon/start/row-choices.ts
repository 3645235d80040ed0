import type { CallInput } from '@ronghui/client';

/** What a person decides about the rows of a file, and which sheet is read. */
export type Choices = NonNullable<CallInput<'recon.preview'>['choices']>;

/** Every row as the rules have it. */
export const noChoices: Choices = { takeIn: [], leaveOutFaulty: 0 };

/** Whether nothing was decided. */
export const areNone = ({ takeIn, leaveOutFaulty, sheet }: Choices): boolean =>
  takeIn.length === 0 && leaveOutFaulty === 0 && sheet === undefined;

/** The sheet alone: rows are decided about as they were read. */
export const sheetOf = ({ sheet }: Choices): Choices => ({ ...noChoices, ...(sheet !== undefined && { sheet }) });

/** A row that a rule leaves out is to count. */
export const withRow = (choices: Choices, row: number): Choices => ({
  ...choices,
  takeIn: [...choices.takeIn.filter((each) => each !== row), row].sort((one, other) => one - other),
});

/** The rule has its way again. */
export const withoutRow = (choices: Choices, row: number): Choices => ({
  ...choices,
  takeIn: choices.takeIn.filter((each) => each !== row),
});
