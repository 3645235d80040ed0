import { showError } from '@ronghui/web/screen/toasts';
import type { ChosenRows } from '@ronghui/web/state/selection';
import { useEffect, useRef, useState } from 'react';
import { type Bill, type BillFilter, type BillSum, type BillsRead, readNextBills } from '../bill-queries.ts';

export interface AllOfFilterInput {
  readonly selection: ChosenRows<Bill>;
  readonly filter: BillFilter;
  readonly sum: BillSum | undefined;
  /** How many bills the filter finds. */
  readonly total: number | undefined;
}

const count = (value: number): string => value.toLocaleString('en-US');

/** Which bills of a filter are chosen all at once, and how many there are; none where its bills take no decision. */
const allOf = ({ filter, sum, total }: Pick<AllOfFilterInput, 'filter' | 'sum' | 'total'>) => {
  if (filter.approval === 'waiting') {
    return { narrowed: filter, name: '待复核', number: total };
  }
  if (filter.status !== undefined && filter.status !== 'pending') return null;
  const { payable, receivable } = sum?.byDirection ?? {};
  const number =
    payable === undefined || receivable === undefined
      ? undefined
      : payable.byStatus.pending.count + receivable.byStatus.pending.count;
  return { narrowed: { ...filter, status: 'pending' }, name: '待确认', number };
};

/** What was read of a filter before the reading broke off. */
interface Kept {
  readonly of: string;
  readonly read: BillsRead;
}

/** Chooses all bills that the filter finds, read by cursor: it says how far it is, and after a failure goes on from there. @source R10.3 */
export const useAllOfFilter = (input: AllOfFilterInput) => {
  const [isReading, setReading] = useState(false);
  const [kept, setKept] = useState<Kept>();
  const of = JSON.stringify(input.filter);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = of;
    return () => {
      shown.current = undefined;
    };
  }, [of]);
  const all = allOf(input);
  const { chosen, onChosenChange } = input.selection;
  if (all === null || all.number === undefined || all.number <= chosen.size) return undefined;
  const { narrowed, name, number } = all;
  const known = kept?.of === of ? kept.read : undefined;
  const choose = async (): Promise<void> => {
    setReading(true);
    try {
      let read = known;
      do {
        read = await readNextBills(narrowed, read);
        // Another filter stands there now, or another page.
        if (shown.current !== of) return;
        setKept({ of, read });
      } while (read.cursor !== null);
      onChosenChange(new Map([...chosen, ...read.bills.map((bill) => [bill.billNo, bill] as const)]));
      setKept(undefined);
    } catch (error) {
      showError('bill.page', error);
    } finally {
      setReading(false);
    }
  };
  const progress = `${count(known?.bills.length ?? 0)} / ${count(number)}\u00a0张`;
  const idle = known === undefined ? `选中本筛选全部 ${count(number)}\u00a0张${name}` : `继续读取（已读 ${progress}）`;
  return { text: isReading ? `正在读取 ${progress}` : idle, loading: isReading, onPress: () => void choose() };
};
