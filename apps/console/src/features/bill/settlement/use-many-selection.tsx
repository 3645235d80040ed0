import { rmbText, sumFen } from '@ronghui/domain/money';
import { Button } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import { SettleManyDialog } from './settle-many-dialog.tsx';
import type { SettledBill } from './settlement-queries.ts';
import { paymentWord } from './settlement-words.ts';

/** How many payments one call takes. @source contract 5 */
const mostAtOnce = 200;

const none: ReadonlyMap<string, SettledBill> = new Map();

/** The rows that are chosen to be settled by one payment: of one merchant and one direction. */
export const useManySelection = () => {
  const mayWrite = useAuth()['ops.billing.write'] === true;
  const [chosen, setChosen] = useState(none);
  const [isAsking, setAsking] = useState(false);
  const bills = [...chosen.values()];
  const [first] = bills;
  const canChoose = ({ status, tenantId, direction, billNo }: SettledBill): boolean =>
    status === 'confirmed' &&
    (first === undefined || (first.tenantId === tenantId && first.direction === direction)) &&
    (chosen.has(billNo) || chosen.size < mostAtOnce);
  // All rows of a page may be chosen at once, whatever merchants they are of: those of the first one stay.
  const choose = (next: ReadonlyMap<string, SettledBill>): void => {
    const [head] = next.values();
    const fitting = [...next].filter(
      ([, bill]) => bill.tenantId === head?.tenantId && bill.direction === head.direction,
    );
    setChosen(new Map(fitting.slice(0, mostAtOnce)));
  };
  const selection = {
    chosen,
    onChosenChange: choose,
    canChoose,
    summary: first && `${first.tenantName}，未结清合计 ${rmbText(sumFen(bills.map((bill) => bill.remainingAmount)))}`,
    actions: first && (
      <Button size="small" variant="primary" onClick={() => setAsking(true)}>
        一并登记{paymentWord(first)}
      </Button>
    ),
  };
  const dialog: JSX.Element | null = isAsking ? (
    <SettleManyDialog
      bills={bills}
      onClose={() => {
        setAsking(false);
        setChosen(none);
      }}
    />
  ) : null;
  return { selection: mayWrite ? { selection } : {}, dialog };
};
