import { line, pdfOf, text, watermark } from '#adapters/pdf';

/** A line of a paper: what it is, and its value. */
type PaperRow = readonly [label: string, value: string];

const rowHeight = 22;
const rowsAtMost = 28;

/** A paper that a merchant attaches: its title, and rows with their numbers. It says that it is none of a bank's. */
export const paperOf = (title: string, rows: readonly PaperRow[]): Buffer => {
  const shown = rows.slice(0, rowsAtMost);
  return pdfOf(
    [
      [
        watermark('演示用，非银行凭证'),
        text({ x: 297, y: 790, size: 18, align: 'center' }, title),
        line([40, 770], [555, 770]),
        ...shown.flatMap(([label, value], at) => [
          text({ x: 40, y: 744 - at * rowHeight, size: 11 }, label),
          text({ x: 555, y: 744 - at * rowHeight, size: 11, align: 'right' }, value),
        ]),
        line([40, 756 - shown.length * rowHeight], [555, 756 - shown.length * rowHeight]),
      ],
    ],
    title,
  );
};
