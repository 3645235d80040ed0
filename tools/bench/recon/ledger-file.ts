import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { xlsxTable } from '../../../apps/server/src/kernel/files/table/xlsx-table.ts';
import { type Fen, fen } from '../../../packages/domain/src/money.ts';

/** A row of a ledger as a merchant's file has it. */
interface FileRow {
  readonly reference: string;
  readonly counterparty: string;
  readonly amount: Fen;
  readonly day: string;
}

const rowsAtOnce = 1000;
const nothing = '\\N';

/** The rows of a ledger that `writeLedger` wrote in the format of COPY. */
const rowsOf = async function* (copyPath: string): AsyncGenerator<readonly FileRow[]> {
  let rows: FileRow[] = [];
  for await (const line of createInterface({ input: createReadStream(copyPath) })) {
    const [, reference = '', counterparty = '', amount = '', day = ''] = line.split('\t');
    rows.push({ reference: reference === nothing ? '' : reference, counterparty, amount: fen(Number(amount)), day });
    if (rows.length === rowsAtOnce) {
      yield rows;
      rows = [];
    }
  }
  yield rows;
};

/** Yuan with two decimals. */
const yuan = (amount: Fen): string => {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const csvOf = async function* (copyPath: string): AsyncGenerator<string> {
  yield '业务编号,对方,金额（元）,日期\n';
  for await (const rows of rowsOf(copyPath)) {
    yield rows
      .map(({ reference, counterparty, amount, day }) => `${reference},${counterparty},${yuan(amount)},${day}\n`)
      .join('');
  }
};

/** Writes the same ledger as the CSV of a merchant. */
export const writeCsv = (copyPath: string, path: string): Promise<void> =>
  pipeline(csvOf(copyPath), createWriteStream(path));

/** Writes the same ledger as a workbook. */
export const writeWorkbook = (copyPath: string, path: string): Promise<void> =>
  pipeline(
    xlsxTable<FileRow>({
      name: '台账',
      columns: [
        { kind: 'text', head: '业务编号', width: 20, value: ({ reference }) => reference },
        { kind: 'text', head: '对方', width: 20, value: ({ counterparty }) => counterparty },
        { kind: 'money', head: '金额（元）', width: 14, value: ({ amount }) => amount },
        { kind: 'text', head: '日期', width: 12, value: ({ day }) => day },
      ],
      pages: rowsOf(copyPath),
      totals: [],
      about: () => [],
      at: new Date('2026-11-02T00:00:00Z'),
    }),
    createWriteStream(path),
  );
