import { type JSX, useState } from 'react';
import { classNames } from '../../class-names.ts';
import { Amount } from '../../widgets/amount/amount.tsx';
import { Button } from '../../widgets/button/button.tsx';
import { ChevronDownIcon } from '../../widgets/icon/frame-icons.tsx';
import { Tag } from '../../widgets/tag/tag.tsx';
import css from './left-out-rows.module.css';
import { reasonsOf, reasonsText, rowsText, rowText } from './row-words.ts';

/** A row of a file that does not count. */
export type LeftOutRow<Money> = {
  row: number;
  reason: string;
  /** Its first cells that say something. */
  cells: readonly string[];
  amount?: Money | undefined;
  /** It can be read as a row, if a person wants it. */
  canTakeIn?: boolean;
};

/** Rows that were left out; without `onTakeIn` they are shown alone. */
export type LeftOutRowsProps<Money> = {
  rows: readonly LeftOutRow<Money>[];
  /** How many there are, where only the first are listed. */
  total: number;
  /** The counts of all reasons and what their rows come to, where they are known; otherwise those of the listed rows are. */
  reasons?: readonly { reason: string; rows: number; amount?: Money | undefined }[] | undefined;
  amountText: (amount: Money) => string;
  /** The numbers of rows that a person has taken in; they are not among `rows` any more. */
  takenIn?: readonly number[];
  onTakeIn?: ((row: number) => void) | undefined;
  onTakeBack?: ((row: number) => void) | undefined;
  /** The file is read again: `rows` are those of the former choice. */
  busy?: boolean;
};

const shownAtOnce = 20;
/** As many choices as a call takes. */
const mostTaken = 200;

/** The rows of the file with those that were taken in, which keep what was seen of them and their place. */
function useKnownRows<Money>({ rows, takenIn = [], busy = false }: LeftOutRowsProps<Money>) {
  const [pressed, setPressed] = useState<readonly LeftOutRow<Money>[]>([]);
  const listed = new Set(rows.map(({ row }) => row));
  const seen = pressed.filter(({ row }) => !listed.has(row) && (busy || takenIn.includes(row)));
  const known = new Set([...listed, ...seen.map(({ row }) => row)]);
  // Of a draft that was left nothing but the number is kept.
  const unseen = takenIn
    .filter((row) => !known.has(row))
    .map((row): LeftOutRow<Money> => ({ row, reason: '', cells: [] }));
  return {
    known: [...rows, ...seen, ...unseen].sort((one, other) => one.row - other.row),
    keep: (row: LeftOutRow<Money>) => setPressed([...pressed.filter((each) => each.row !== row.row), row]),
  };
}

/** The rows of a file that do not count, behind a line that says how many and why; each that can be read has its way back in. */
export function LeftOutRows<Money>(props: LeftOutRowsProps<Money>): JSX.Element | null {
  const { rows, total, reasons, amountText, takenIn = [], onTakeIn, onTakeBack } = props;
  const { known, keep } = useKnownRows(props);
  const [isLong, setLong] = useState(false);
  if (total === 0 && takenIn.length === 0) return null;
  const outside = rows.filter(({ row }) => !takenIn.includes(row));
  const left = total - (rows.length - outside.length);
  const pressed = rows.filter(({ row }) => takenIn.includes(row));
  const counts = reasons?.map(({ reason, rows: all }) => ({
    reason,
    rows: all - pressed.filter((each) => each.reason === reason).length,
  }));
  const behind = known.length - shownAtOnce;
  return (
    <details className={css.part}>
      <summary className={css.summary}>
        <ChevronDownIcon size={16} className={css.mark} />
        <span>
          {left === 0
            ? null
            : `未读入 ${rowsText(left)}：${reasonsText(counts?.filter((each) => each.rows > 0) ?? reasonsOf(outside))}`}
          {takenIn.length === 0 ? null : `${left === 0 ? '' : '；'}另计入 ${rowsText(takenIn.length)}`}
        </span>
      </summary>
      <ul className={css.rows} aria-label="未读入的行">
        {known.slice(0, isLong ? undefined : shownAtOnce).map((row) => {
          const isTaken = takenIn.includes(row.row);
          const isFree = isTaken || (row.canTakeIn === true && takenIn.length < mostTaken);
          return (
            <li key={row.row} className={classNames(css.row, isTaken && css.taken)}>
              <RowFacts row={row} isTaken={isTaken} amountText={amountText} />
              {onTakeIn === undefined ? null : (
                <span className={css.action}>
                  {isFree ? (
                    <Button
                      size="small"
                      aria-label={`${isTaken ? '撤回' : '计入'}第 ${row.row} 行`}
                      onClick={() => {
                        keep(row);
                        if (isTaken) onTakeBack?.(row.row);
                        else onTakeIn(row.row);
                      }}
                    >
                      {isTaken ? '撤回' : '计入'}
                    </Button>
                  ) : null}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {behind > 0 ? (
        <Button
          className={css.more}
          size="small"
          variant="ghost"
          aria-expanded={isLong}
          onClick={() => setLong(!isLong)}
        >
          {isLong ? '收起' : `展开其余 ${rowsText(behind)}`}
        </Button>
      ) : null}
      {total > rows.length ? (
        <p className={css.end}>
          这里列出其中 {rowsText(rows.length)}，另有 {rowsText(total - rows.length)}没有列出，请在原文件里查看。
          {(reasons ?? []).map(({ reason, amount }) =>
            amount === undefined ? null : <span key={reason}>{`${reason}共\u00a0${amountText(amount)}。`}</span>,
          )}
        </p>
      ) : null}
    </details>
  );
}

function RowFacts<Money>({
  row: { row, reason, cells, amount },
  isTaken,
  amountText,
}: {
  row: LeftOutRow<Money>;
  isTaken: boolean;
  amountText: (amount: Money) => string;
}): JSX.Element {
  return (
    <>
      <span className={css.no}>{rowText(row)}</span>
      <span>
        <Tag tone={isTaken ? 'info' : 'neutral'}>{isTaken ? '已计入' : reason}</Tag>
      </span>
      <span className={css.cells}>
        {cells.map((cell, place) => (
          <span key={place}>{cell}</span>
        ))}
      </span>
      <Amount className={css.amount} text={amount === undefined ? null : amountText(amount)} fallback="" />
    </>
  );
}
