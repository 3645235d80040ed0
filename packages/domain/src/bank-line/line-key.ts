import type { BankRow } from './bank-row.ts';

/** A line of a file by the number of its row. */
export interface FileLine extends BankRow {
  readonly rowNo: number;
}

/** A line with the text that it is the same line by, on one account of ours. */
export interface KeyedLine extends FileLine {
  readonly key: string;
}

/** A line of a file that is not taken in, and why. */
export interface RefusedLine {
  readonly rowNo: number;
  readonly reason: string;
}

/** A column in which more rows say the same is no serial: a bank may put a transfer and its fees under one. */
const mostOfSerial = 20;

const separator = '\u001f';
const bare = (text: string | null): string => (text ?? '').normalize('NFKC').replaceAll(/\s/gu, '');

const keyOf = (line: FileLine, place: number): string => {
  const { occurredOn, amount, serial } = line;
  if (serial !== null) return ['serial', occurredOn, amount, serial].join(separator);
  const { time, balance, counterparty, counterpartyAccount, counterpartyBank, remark } = line;
  const values = [counterparty, counterpartyAccount, counterpartyBank, remark].map(bare);
  return ['values', occurredOn, time ?? '', amount, balance ?? '', ...values, place].join(separator);
};

/**
 * The lines of a file with what each is the same line by: its day, direction, amount and serial; without a serial all of its values, its balance, and its
 * place among equal lines. A line that stands in the file twice counts once; one with the serial of another row and another balance is refused.
 *
 * @source receipts 2.2
 */
export const keyedLines = (
  lines: readonly FileLine[],
): { readonly lines: readonly KeyedLine[]; readonly repeated: number; readonly refused: readonly RefusedLine[] } => {
  const seen = new Map<string, KeyedLine>();
  const places = new Map<string, number>();
  const refused: RefusedLine[] = [];
  const bySerial = Map.groupBy(lines, ({ serial }) => serial);
  for (const [serial, same] of bySerial) {
    const [first] = same;
    if (serial !== null && first !== undefined && same.length > mostOfSerial)
      refused.push({ rowNo: first.rowNo, reason: `有 ${same.length} 行的流水号相同：“流水号”所在的列可能选错了` });
  }
  let repeated = 0;
  for (const line of lines) {
    const first = keyOf(line, 0);
    const place = places.get(first) ?? 0;
    places.set(first, place + 1);
    if (line.serial === null || place === 0) {
      const key = place === 0 ? first : keyOf(line, place);
      seen.set(key, { ...line, key });
      continue;
    }
    const other = seen.get(first);
    if (other !== undefined && other.balance === line.balance && line.balance !== null) repeated += 1;
    else
      refused.push({
        rowNo: line.rowNo,
        reason: `流水号、日期和金额都与第 ${other?.rowNo ?? 0} 行相同：如果是两笔，“流水号”所在的列可能选错了`,
      });
  }
  return { lines: [...seen.values()], repeated, refused };
};

/** A line that is stored, by its serial. */
export interface StoredLine {
  readonly key: string;
  readonly serial: string;
  readonly occurredOn: string;
  readonly amount: number;
}

/**
 * Lines of a file whose serial is known with other content: none of the stored lines of the serial is the line, and one of them, in the same direction,
 * is not in the file.
 *
 * @source receipts 2.2
 */
export const contradictedLines = (
  lines: readonly KeyedLine[],
  stored: readonly StoredLine[],
  sayStored: (line: StoredLine) => string,
): readonly RefusedLine[] => {
  const bySerial = Map.groupBy(stored, ({ serial }) => serial);
  const inFile = new Set(lines.map(({ key }) => key));
  return lines.flatMap(({ rowNo, key, serial, amount }) => {
    const same = serial === null ? [] : (bySerial.get(serial) ?? []);
    if (same.some((each) => each.key === key)) return [];
    const other = same.find((each) => each.amount > 0 === amount > 0 && !inFile.has(each.key));
    return other === undefined ? [] : [{ rowNo, reason: `流水号已导入过，而内容不同：${sayStored(other)}` }];
  });
};
