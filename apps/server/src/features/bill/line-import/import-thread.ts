import { workerData } from 'node:worker_threads';
import { lineHeads, lineOfRow } from '@ronghui/domain/line-import';
import { type SkipReason, skipReason } from '@ronghui/domain/table';
import { bodyPieces } from '#kernel/files/reading/table-body';
import { TableFault } from '#kernel/files/reading/table-fault';
import { type Posted, runThread } from '#kernel/files/reading/thread-side';
import type { TableRow } from '#kernel/files/reading/xlsx-rows';
import type { ReadingTask } from './import-table.ts';
import { faultyRow, stagedRow } from './staged-row.ts';

/** Those whom a line names: tenant, project, product and organisation, as the file calls them. */
export type Party = readonly [tenant: string, project: string, product: string, org: string];

/** Rows in the format of COPY, with the parties that they are the first to name. */
export interface StagedPiece {
  readonly bytes: Uint8Array;
  readonly parties: readonly Party[];
  readonly rows: number;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  readonly share: number;
}

/** The first rows of a file. */
export interface SeenPiece {
  readonly head: TableRow;
  readonly rows: readonly TableRow[];
  readonly skipped: readonly { readonly row: number; readonly reason: SkipReason }[];
}

const pieceChars = 256 * 1024;
/** Of one file; each is a row of a table of its own. */
const mostParties = 200_000;
const shownRows = 20;
const encoder = new TextEncoder();

/** Collects the rows of a file until they are a piece. */
class Stage {
  readonly #task: ReadingTask;
  readonly #known = new Map<string, number>();
  #rows = 0;
  #text = '';
  #pending = { rows: 0, parties: [] as Party[], skipped: {} as Partial<Record<SkipReason, number>> };

  constructor(task: ReadingTask) {
    this.#task = task;
  }

  skip(reason: SkipReason, rows = 1): void {
    if (rows > 0) this.#pending.skipped[reason] = (this.#pending.skipped[reason] ?? 0) + rows;
  }

  add({ no, cells }: TableRow): void {
    const skipped = skipReason(cells);
    if (skipped !== null) return this.skip(skipped);
    this.#rows += 1;
    this.#pending.rows += 1;
    if (this.#rows > this.#task.maxRows) {
      throw new TableFault(`文件超过 ${this.#task.maxRows.toLocaleString('en-US')} 行，请拆分后分别导入。`);
    }
    const read = lineOfRow(cells, this.#task.mapping);
    this.#text += read.ok ? stagedRow(no, this.#partyOf(read.line), read.line) : faultyRow(no, read.faults);
  }

  get isFull(): boolean {
    return this.#text.length >= pieceChars;
  }

  take(share: number): Posted<StagedPiece> {
    const bytes = encoder.encode(this.#text);
    const piece = { bytes, share, ...this.#pending };
    this.#text = '';
    this.#pending = { rows: 0, parties: [], skipped: {} };
    return { piece, transfer: [bytes.buffer] };
  }

  #partyOf({
    tenant,
    project,
    product,
    org,
  }: { readonly [Name in 'tenant' | 'project' | 'product' | 'org']: string }): number {
    const key = `${tenant}\n${project}\n${product}\n${org}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const party = this.#known.size;
    if (party >= mostParties) throw new TableFault('商户、项目、产品与机构的组合过多，请拆分后分别导入。');
    this.#known.set(key, party);
    this.#pending.parties.push([tenant, project, product, org]);
    return party;
  }
}

const importPieces = async function* (task: ReadingTask): AsyncGenerator<Posted<StagedPiece>> {
  const stage = new Stage(task);
  let read = 0;
  for await (const { beginning, rows, share } of bodyPieces(task.source, lineHeads)) {
    stage.skip('preamble', beginning?.preamble.length);
    read = share;
    for (const row of rows) {
      stage.add(row);
      if (stage.isFull) yield stage.take(share);
    }
  }
  yield stage.take(read);
};

const lookPieces = async function* ({ source }: ReadingTask): AsyncGenerator<Posted<SeenPiece>> {
  for await (const { beginning, rows } of bodyPieces(source, lineHeads)) {
    if (beginning === undefined) continue;
    const skipped: SeenPiece['skipped'][number][] = beginning.preamble.map(({ no }) => ({
      row: no,
      reason: 'preamble',
    }));
    const shown: TableRow[] = [];
    for (const row of rows) {
      const reason = skipReason(row.cells);
      if (reason !== null) skipped.push({ row: row.no, reason });
      else if (shown.length < shownRows) shown.push(row);
      else break;
    }
    yield { piece: { head: beginning.head, rows: shown, skipped: skipped.slice(0, 60) } };
    return;
  }
};

// The one place that starts this thread sends a task.
const task = workerData as ReadingTask;
await runThread<StagedPiece | SeenPiece>(() => (task.mode === 'import' ? importPieces(task) : lookPieces(task)));
