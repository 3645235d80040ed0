/** A file that cannot be read as a table; its message is a sentence for who brought it. */
export class TableFault extends Error {
  override readonly name = 'TableFault';
}

/** The most columns of a table, and the most characters of a cell and of a row. */
export const tableBounds = { columns: 500, cell: 32_767, row: 1_000_000 } as const;

/** Refuses a row that no table of people has. */
export const checkRow = (no: number, cells: readonly string[]): void => {
  if (cells.length > tableBounds.columns) {
    throw new TableFault(`第 ${no} 行有 ${cells.length} 列，最多 ${tableBounds.columns} 列，请检查文件是否选对。`);
  }
};
