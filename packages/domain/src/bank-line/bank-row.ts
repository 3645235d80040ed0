import { normaliseSerial } from '../bill.ts';
import { type Fen, fen, isWithinBound } from '../money.ts';
import { type LedgerSkip, ledgerSorting } from '../recon.ts';
import { cellText, fenOfText, type RowChoices, type RowReading, type RowSorting, saysNothing } from '../table.ts';
import { type BankMapping, ledgerPartOf } from './bank-columns.ts';
import type { BankField } from './bank-fields.ts';

/** A line of a bank's statement as it was read. */
export interface BankRow {
  readonly occurredOn: string;
  /** `09:30` in Shanghai; null where the day alone is known. */
  readonly time: string | null;
  /** What came in is above 0, what went out below. @unit fen */
  readonly amount: Fen;
  /** After it. @unit fen */
  readonly balance: Fen | null;
  readonly serial: string | null;
  readonly counterparty: string | null;
  readonly counterpartyAccount: string | null;
  readonly counterpartyBank: string | null;
  /** What the payer wrote, and what the bank did. */
  readonly remark: string | null;
}

/** What is wrong with a cell of a line. */
export interface BankFault {
  readonly field: BankField;
  readonly text: string;
  readonly reason: string;
}

type Reading = RowReading<BankRow, LedgerSkip, BankFault>;

/** A text as it is kept: one line, without what cannot be stored or is not seen, and so many signs at most. */
const shortened = (text: string, most: number): string | null => {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return line === '' ? null : [...line].slice(0, most).join('').trim();
};

const longest = { counterparty: 80, bank: 120, account: 40, remark: 500, serial: 64 } as const;
const joined = ['remark', 'purpose', 'summary'] as const satisfies readonly BankField[];

const timeOf = (text: string): string | null => {
  const [, hour = '', minute = ''] = /(?:^|[\sT])(\d{1,2}):([0-5]\d)(?::[0-5]\d)?/.exec(text) ?? [];
  const [, plainHour = '', plainMinute = ''] = /^([01]\d|2[0-3])([0-5]\d)[0-5]\d$/.exec(text) ?? [];
  const found = hour === '' ? `${plainHour}:${plainMinute}` : `${hour.padStart(2, '0')}:${minute}`;
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(found) ? found : null;
};

/** By what the rows of a statement are sorted. @source receipts 2.1 */
export const bankSorting = (
  head: readonly string[],
  mapping: BankMapping,
  choices: RowChoices,
  is1904 = false,
): RowSorting<BankRow, LedgerSkip, BankFault> => {
  const { columns } = mapping;
  const ledger = ledgerSorting(head, ledgerPartOf(mapping), choices, is1904);
  const cellOf = (cells: readonly string[], field: BankField): string => {
    const column = columns[field];
    const text = column === undefined ? '' : cellText(cells[column] ?? '');
    return saysNothing(text) ? '' : text;
  };
  const remarkOf = (cells: readonly string[]): string | null => {
    const texts = joined.map((field) => cellOf(cells, field)).filter((text) => text !== '');
    return shortened([...new Set(texts)].join(' '), longest.remark);
  };
  const withOwn = (
    { occurredOn, amount, counterparty }: Pick<BankRow, 'occurredOn' | 'amount' | 'counterparty'>,
    cells: readonly string[],
    balance: Fen | null,
  ): BankRow => {
    const serial = normaliseSerial(cellOf(cells, 'serial'));
    return {
      occurredOn,
      time: timeOf(cellOf(cells, 'time')) ?? timeOf(cellOf(cells, 'occurredOn')),
      amount,
      balance,
      serial: serial === '' || /^0+$/.test(serial) ? null : shortened(serial, longest.serial),
      counterparty: counterparty === null ? null : shortened(counterparty, longest.counterparty),
      counterpartyAccount: shortened(
        cellOf(cells, 'counterpartyAccount').normalize('NFKC').replaceAll(/[\s-]/gu, ''),
        longest.account,
      ),
      counterpartyBank: shortened(cellOf(cells, 'counterpartyBank'), longest.bank),
      remark: remarkOf(cells),
    };
  };
  const { read: readLedger, mixedOut: _, isNumbered: __, ...terms } = ledger;
  const read = (cells: readonly string[]): Reading => {
    const found = readLedger(cells);
    if (found.kind === 'faulty')
      return {
        ...found,
        faults: found.faults.map((fault) => ({
          ...fault,
          field: fault.field === 'reference' || fault.field === 'refund' ? 'amount' : fault.field,
        })),
      };
    const text = cellOf(cells, 'balance');
    const balance = text === '' ? null : fenOfText(text, mapping.unit);
    if (found.row !== null && text !== '' && (balance === null || !isWithinBound(balance))) {
      const faults = [{ field: 'balance' as const, text, reason: '不是余额：应如 1,234.56，最多两位小数' }];
      return { kind: 'faulty', faults, signs: { day: 'read', amount: 'read', isNamed: true } };
    }
    const own = balance === null ? null : fen(balance);
    const { givenBack: back, ...rest } = found;
    const givenBack = back === undefined ? undefined : withOwn(back, cells, own);
    if (rest.kind === 'left')
      return { ...rest, row: rest.row === null ? null : withOwn(rest.row, cells, own), givenBack };
    const row = withOwn(rest.row, cells, own);
    // A line that moves nothing is a note of the bank.
    return row.amount === 0
      ? { kind: 'left', reason: 'neutral', row, written: rest.written }
      : { ...rest, row, givenBack };
  };
  return { ...terms, read };
};
