import { differenceOf } from '@ronghui/domain/money';
import { type ReconKind, reconKindNames } from '@ronghui/domain/recon';
import type { JSX } from 'react';
import css from '../result.module.css';
import type { KindTotal, Run } from '../result-queries.ts';
import { count, signedText } from '../result-words.ts';

interface Chip {
  readonly view: string;
  readonly name: string;
  readonly items: number;
  /** What the kind adds to the difference of both sides. */
  readonly sum?: string;
}

const order: readonly ReconKind[] = [
  'amountMismatch',
  'dateMismatch',
  'onlyInBill',
  'onlyInLedger',
  'duplicate',
  'crossStage',
  'matchedWithinTolerance',
  'matched',
];

const chipOf = ({ kind, items, ledgerAmount, lineAmount }: KindTotal): Chip => {
  const difference = differenceOf(lineAmount, ledgerAmount);
  return {
    view: kind,
    name: reconKindNames[kind],
    items,
    ...(difference !== 0 && { sum: signedText(difference) }),
  };
};

const chipsOf = ({ totals = [], differencesLeft = 0 }: Run, view: string): readonly Chip[] => [
  { view: '', name: '要处理', items: differencesLeft },
  ...order
    .flatMap((kind) => totals.filter((total) => total.kind === kind && (total.items > 0 || view === kind)))
    .map(chipOf),
  { view: 'all', name: '全部', items: totals.reduce((sum, { items }) => sum + items, 0) },
];

interface KindChipsProps {
  readonly run: Run;
  readonly view: string;
  readonly onViewChange: (view: string) => void;
}

/** The kinds of a result with their counts and what each adds to the difference. */
export const KindChips = ({ run, view, onViewChange }: KindChipsProps): JSX.Element => (
  <div className={css.chips} role="group" aria-label="分类">
    {chipsOf(run, view).map((chip) => (
      <button
        key={chip.view}
        type="button"
        className={css.chip}
        aria-pressed={chip.view === view}
        onClick={() => onViewChange(chip.view)}
      >
        {chip.name} <b>{count(chip.items)}</b>
        {chip.sum === undefined ? null : <span className={css.chipSum}> {chip.sum}</span>}
      </button>
    ))}
  </div>
);
