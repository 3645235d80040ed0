import { workerData } from 'node:worker_threads';
import { ledgerHeads, ledgerRowOf } from '@ronghui/domain/recon';
import { skipReason } from '@ronghui/domain/table';
import { copyFaults, copyNothing, copyText, copyValue } from '#kernel/files/reading/copy-text';
import { bodyPieces } from '#kernel/files/reading/table-body';
import { TableFault } from '#kernel/files/reading/table-fault';
import { type Posted, runThread } from '#kernel/files/reading/thread-side';
import type { TableRow } from '#kernel/files/reading/xlsx-rows';
import type { LedgerBeginning, LedgerPiece, LedgerSkip, LedgerTask } from './ledger-table.ts';

const pieceChars = 256 * 1024;
const shownRows = 20;
const mostSkipped = 60;
const encoder = new TextEncoder();

/** The head of the summary that a payment platform puts below the rows: what follows it are sums. */
const summaryHead = /^`?(?:总交易单数|总笔数|总交易笔数|资金流水总笔数|账务汇总|共\d+笔记录)/u;
/** The most that the amounts of a file may come to, whatever their signs: sums of both sides stay exact. @unit fen */
const mostAmount = 1_000_000_000_000_000;

/** Tells which rows of a table are skipped; below a summary's head all are. */
class Skips {
  #isBelow = false;

  of(cells: readonly string[]): LedgerSkip | null {
    if (!this.#isBelow) this.#isBelow = summaryHead.test(cells.find((cell) => cell.trim() !== '')?.trim() ?? '');
    return this.#isBelow ? 'totals' : skipReason(cells);
  }
}

/** Collects the rows of a ledger until they are a piece. */
class Rows {
  readonly #task: LedgerTask & { readonly mode: 'read' };
  readonly #skips = new Skips();
  #all = 0;
  #sum = 0;
  #text = '';
  #pending = { rows: 0, badRows: 0, skipped: {} as Partial<Record<LedgerSkip, number>> };

  constructor(task: LedgerTask & { readonly mode: 'read' }) {
    this.#task = task;
  }

  skip(reason: LedgerSkip, rows = 1): void {
    if (rows > 0) this.#pending.skipped[reason] = (this.#pending.skipped[reason] ?? 0) + rows;
  }

  add({ no, cells }: TableRow): void {
    const skipped = this.#skips.of(cells);
    if (skipped !== null) return this.skip(skipped);
    const read = ledgerRowOf(cells, this.#task.mapping);
    if (read.kind === 'neutral') return this.skip('neutral');
    this.#all += 1;
    if (this.#all > this.#task.maxRows) {
      throw new TableFault(`文件超过 ${this.#task.maxRows.toLocaleString('en-US')} 行，请拆分后分别对账。`);
    }
    this.#pending.rows += 1;
    if (read.kind === 'faulty') {
      this.#pending.badRows += 1;
      this.#text += `${no}${`\t${copyNothing}`.repeat(4)}\t${copyFaults(read.faults)}\n`;
      return;
    }
    const { reference, counterparty, amount, occurredOn } = read.row;
    this.#sum += Math.abs(amount);
    if (this.#sum > mostAmount) throw new TableFault(`第 ${no} 行的金额过大，请检查“金额”所在的列。`);
    const own = reference === null ? copyNothing : copyText(reference);
    this.#text += `${no}\t${own}\t${copyValue(counterparty)}\t${amount}\t${occurredOn}\t${copyNothing}\n`;
  }

  get isFull(): boolean {
    return this.#text.length >= pieceChars;
  }

  take(share: number): Posted<LedgerPiece> {
    const bytes = encoder.encode(this.#text);
    const piece = { bytes, share, ...this.#pending };
    this.#text = '';
    this.#pending = { rows: 0, badRows: 0, skipped: {} };
    return { piece, transfer: [bytes.buffer] };
  }
}

const readPieces = async function* (task: LedgerTask & { readonly mode: 'read' }): AsyncGenerator<Posted<LedgerPiece>> {
  const collected = new Rows(task);
  let read = 0;
  for await (const { beginning, rows, share } of bodyPieces(task.source, ledgerHeads)) {
    collected.skip('preamble', beginning?.preamble.length);
    read = share;
    for (const row of rows) {
      collected.add(row);
      if (collected.isFull) yield collected.take(share);
    }
  }
  yield collected.take(read);
};

const lookPieces = async function* ({ source }: LedgerTask): AsyncGenerator<Posted<LedgerBeginning>> {
  for await (const { beginning, rows } of bodyPieces(source, ledgerHeads)) {
    if (beginning === undefined) continue;
    const skips = new Skips();
    const skipped: { row: number; reason: LedgerSkip }[] = beginning.preamble.map(({ no }) => ({
      row: no,
      reason: 'preamble',
    }));
    const shown: TableRow[] = [];
    for (const row of rows) {
      const reason = skips.of(row.cells);
      if (reason !== null) skipped.push({ row: row.no, reason });
      else if (shown.length < shownRows) shown.push(row);
      else break;
    }
    yield { piece: { head: beginning.head, rows: shown, skipped: skipped.slice(0, mostSkipped) } };
    return;
  }
};

// The one place that starts this thread sends a task.
const task = workerData as LedgerTask;
await runThread<LedgerPiece | LedgerBeginning>(() => (task.mode === 'read' ? readPieces(task) : lookPieces(task)));
