import { Button, Callout } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import { CountedRows } from '../counted-rows.tsx';
import { listOpenBills, type OpenBill, type SettledDetail } from './settlement-queries.ts';

interface VoucherBillsProps {
  readonly bill: SettledDetail;
  readonly billNos: readonly string[];
  /** Others changed the bill since, which has to be read first. */
  readonly isBehind: boolean;
  /** The open ones were found. */
  readonly onFound: (bills: readonly OpenBill[]) => void;
}

/** Asks to register the payment of a voucher for all the bills that it names, as far as they are open. @source R10.3, R11.6 */
export const VoucherBills = ({ bill, billNos, isBehind, onFound }: VoucherBillsProps): JSX.Element => {
  const [closed, setClosed] = useState<readonly string[]>([]);
  const [isLooking, setLooking] = useState(false);
  const look = async (): Promise<void> => {
    setLooking(true);
    try {
      const bills = await listOpenBills(bill, billNos);
      setClosed(billNos.filter((each) => bills.every(({ billNo }) => billNo !== each)));
      if (bills.length > 0) onFound(bills);
    } catch (error) {
      showError('ops.bill.toSettle', error);
    } finally {
      setLooking(false);
    }
  };
  return (
    <>
      <Button size="small" loading={isLooking} disabled={isBehind} onClick={() => void look()}>
        一并登记所涵盖的 {billNos.length}&nbsp;张账单
      </Button>
      {closed.length === 0 ? null : (
        <Callout>
          <CountedRows
            before="其中 "
            count={`${closed.length}\u00a0张`}
            after="已结清，或商户还没有确认，不在其列。"
            label="不能一并登记的账单"
          >
            {closed.map((billNo) => (
              <li key={billNo}>
                <a href={href(paths.settlement({ open: billNo }))}>{billNo}</a>
              </li>
            ))}
          </CountedRows>
        </Callout>
      )}
    </>
  );
};
