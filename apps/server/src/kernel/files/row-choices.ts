import type { Input } from '@ronghui/contract';
import type { RowChoices } from '@ronghui/domain/table';

/** What a person decided about rows of a file, from the wire; without it nothing. */
export const rowChoicesOf = (choices: Input<'recon.preview'>['choices']): RowChoices => ({
  takeIn: new Set(choices?.takeIn),
  leaveOutFaulty: choices?.leaveOutFaulty ?? 0,
});

/** The sheet that a person has chosen, as a part of a source. */
export const sheetOf = (choices: Input<'recon.preview'>['choices']): { readonly sheet?: number } =>
  choices?.sheet === undefined ? {} : { sheet: choices.sheet };
