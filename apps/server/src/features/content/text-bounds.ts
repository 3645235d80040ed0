/**
 * What a text of staff may be made of: more than anybody writes, and so little that it is rendered in some 40 ms at most.
 *
 * @source security 4.8, decision 0092
 */
export const textBounds = { columns: 30, cells: 5000, brackets: 2000, levels: 20 } as const;

/** The columns that a line below a table's head gives it; 0 for any other line. */
const columnsOf = (line: string): number => {
  let [bars, dashes, cells, isOpen] = [0, 0, 0, false];
  for (const sign of line) {
    if (sign === '|') {
      bars += 1;
      isOpen = false;
    } else if (sign === '-' || sign === ':') {
      dashes += 1;
      if (!isOpen) cells += 1;
      isOpen = true;
    } else if (sign !== ' ' && sign !== '\t' && sign !== '\r' && sign !== '>') return 0;
  }
  return bars > 0 && dashes > 0 ? cells : 0;
};

const isBlank = (line: string): boolean => line.trim().replaceAll('>', '') === '';

/** Rows that are shorter than the head are filled up when they are rendered, so cells are counted and not signs. */
const tableFault = (lines: readonly string[]): string | null => {
  let [columns, cells] = [0, 0];
  for (const [index, line] of lines.entries()) {
    const begun = columnsOf(line);
    if (begun > textBounds.columns) return `第 ${index} 行的表格有 ${begun} 列，最多 ${textBounds.columns} 列`;
    if (begun > 0) columns = Math.max(columns, begun);
    else if (isBlank(line)) columns = 0;
    cells += columns;
    if (cells > textBounds.cells) return `第 ${index + 1} 行：全文的表格最多 ${textBounds.cells} 格`;
  }
  return null;
};

const countOf = (text: string, signs: string): number => {
  let count = 0;
  for (const sign of text) if (signs.includes(sign)) count += 1;
  return count;
};

/** Why a text is not rendered, from a look at its signs; null when it may be. Lines are counted from 1. */
export const boundsFault = (source: string): string | null => {
  const brackets = countOf(source, '[<');
  if (brackets > textBounds.brackets) {
    return `方括号与尖括号（链接、图片）最多 ${textBounds.brackets} 个，现有 ${brackets} 个`;
  }
  return tableFault(source.split('\n'));
};
