import type { Mapping, Preview } from './ledger-queries.ts';

/** The elements that a person is led to. */
export const places = { notes: 'recon-notes', sides: 'recon-sides', faulty: 'recon-faulty' } as const;

/** Why a run is not begun yet, as a sentence, and where it is settled. */
export interface OpenQuestion {
  readonly text: string;
  readonly place?: string;
}

/** Nothing is begun by what was read before the last choice. */
export const reading: OpenQuestion = { text: '正在按所选的读取文件，请稍候。' };

/** How long a value may be whose side is chosen, and how many. */
const [longestValue, mostValues] = [40, 20];

/** The values of the column of sides whose side is chosen or has to be, in an order of their own. */
export const sideValues = ({ unknownSides = [] }: Preview, { sides = [] }: Mapping): readonly string[] =>
  [...new Set([...sides.map(({ value }) => value), ...unknownSides])]
    .filter((value) => value.length <= longestValue)
    .sort()
    .slice(0, mostValues);

/** The notes of a preview; an open one that a person has settled is no question any more. */
export const notesOf = ({ notes = [] }: Preview, areSidesSettled: boolean): NonNullable<Preview['notes']> =>
  notes
    // Sides that were chosen stand where they can be changed.
    .filter(({ kind, about }) => !(kind === 'note' && about === 'sides'))
    .map((note) =>
      areSidesSettled && note.about === 'sides' ? { ...note, kind: 'note', text: '已选择：金额不分收支' } : note,
    );

/** What has to be settled before a run can be begun; undefined when nothing has. @source R13.1 */
export const openQuestionOf = (
  preview: Preview,
  mapping: Mapping,
  areSidesSettled: boolean,
): OpenQuestion | undefined => {
  const { survey } = preview;
  if (notesOf(preview, areSidesSettled).some(({ kind, about }) => kind === 'question' && about === 'sides')) {
    return { text: '请选择“收/支”的列，或说明金额不分收支，再开始对账。', place: places.notes };
  }
  if (survey === undefined || survey.faultyRows === 0) return undefined;
  const rows = `${survey.faultyRows.toLocaleString('en-US')}\u00a0行`;
  const chosen = new Set(mapping.sides?.map(({ value }) => value));
  return preview.unknownSides?.some((value) => !chosen.has(value)) === true
    ? { text: `有 ${rows}读不出，其中有不知道是收入还是支出的：请先指定，或跳过这些行。`, place: places.sides }
    : { text: `有 ${rows}读不出：请改好文件或各列，或选择跳过这些行。`, place: places.faulty };
};
