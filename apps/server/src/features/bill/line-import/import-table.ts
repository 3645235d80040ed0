import { type ColumnMapping, lineHeads } from '@ronghui/domain/line-import';
import { findHead, headReach } from '@ronghui/domain/table';
import { TableFault } from '#kernel/files/reading/table-fault';
import { type TableSource, tablePieces } from '#kernel/files/reading/table-rows';
import type { TableRow } from '#kernel/files/reading/xlsx-rows';

/** What the reading thread is asked for. */
export interface ReadingTask {
  readonly source: TableSource;
  /** Looks at the first rows, or reads all of them by a mapping. */
  readonly mode: 'look' | 'import';
  readonly mapping: ColumnMapping;
  readonly maxRows: number;
}

/** The beginning of a file. */
export interface Beginning {
  readonly head: TableRow;
  /** The rows before the head. */
  readonly preamble: readonly TableRow[];
  readonly first: readonly TableRow[];
}

/** Rows of a file below its head, with what stands before them in the first piece. */
export interface BodyPiece {
  readonly beginning?: Beginning;
  readonly rows: readonly TableRow[];
  readonly share: number;
}

const noTable = (): TableFault => new TableFault('文件里没有表头和数据行，请检查文件是否选对。');

const beginningOf = (rows: readonly TableRow[]): Beginning => {
  const at = findHead(
    rows.map(({ cells }) => cells),
    lineHeads,
  );
  const head = rows[at];
  if (head === undefined || head.cells.every((cell) => cell.trim() === '')) throw noTable();
  return { head, preamble: rows.slice(0, at), first: rows.slice(at + 1) };
};

/** The rows of a file's table: its head is looked for among the first rows, and what follows comes as it arrives. */
export const bodyPieces = async function* (source: TableSource): AsyncGenerator<BodyPiece> {
  let waiting: TableRow[] | null = [];
  let lastShare = 0;
  for await (const { rows, share } of tablePieces(source)) {
    lastShare = share;
    if (waiting === null) {
      yield { rows, share };
      continue;
    }
    waiting.push(...rows);
    if (waiting.length < headReach) continue;
    const beginning = beginningOf(waiting);
    waiting = null;
    yield { beginning, rows: beginning.first, share };
  }
  if (waiting === null) return;
  if (waiting.length === 0) throw noTable();
  const beginning = beginningOf(waiting);
  yield { beginning, rows: beginning.first, share: lastShare };
};
