import { dayOf } from '@ronghui/domain/calendar';
import { Button, DateTime, Facts } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { firstView, StoredDocument } from '#features/file/file.shared.ts';
import { paths } from '#kernel/paths.ts';
import css from '../billing.module.css';
import type { Since } from './bill-changed.tsx';
import { ReturnDialog } from './return-dialog.tsx';
import { type OpenBill, type SettledDetail, useBillVoucher } from './settlement-queries.ts';
import { VoucherBills } from './voucher-bills.tsx';

type Voucher = SettledDetail['vouchers'][number];

/** Day and serial of a payment, as its voucher has them. */
export interface Stated {
  readonly on: string;
  readonly serial: string;
}

/** What can be done with a voucher of an open bill. */
interface VoucherSteps {
  /** Takes day and serial of a voucher over into the form. */
  readonly onUse: (payment: Stated) => void;
  /** The open bills that one of them names are to be settled together. */
  readonly onTogether: (bills: readonly OpenBill[], payment: Stated) => void;
  /** One was sent back, which led to a version of the bill. */
  readonly onReturned: (version: number) => void;
  /** What others did to the bill since, which has to be read first. */
  readonly since: Since;
}

interface BillVouchersProps {
  readonly bill: SettledDetail;
  readonly steps?: VoucherSteps;
}

/** The vouchers that name a bill, the newest first; a voucher changes no state. @source R10.3, R11.6, billing.md */
export const BillVouchers = ({ bill, steps }: BillVouchersProps): JSX.Element | null =>
  bill.vouchers.length === 0 ? null : (
    <section className={css.stack} aria-label="付款凭证">
      <h3 className={css.title}>付款凭证</h3>
      <ul className={css.stack}>
        {bill.vouchers.map((voucher, place) => (
          <OneVoucher
            key={voucher.voucherId}
            bill={bill}
            voucher={voucher}
            isOpen={place === 0 && bill.inCheck}
            {...(steps === undefined ? {} : { steps })}
          />
        ))}
      </ul>
    </section>
  );

interface OneVoucherProps {
  readonly bill: SettledDetail;
  readonly voucher: Voucher;
  readonly isOpen: boolean;
  readonly steps?: VoucherSteps;
}

/** A voucher beside what it says; its files are fetched when they are asked for, because every look is in the trail. */
const OneVoucher = ({ bill, voucher, isOpen, steps }: OneVoucherProps): JSX.Element => {
  const { billNo } = bill;
  const stated = { on: dayOf(new Date(voucher.paidAt)), serial: voucher.bankSerial ?? '' };
  const [isShown, setShown] = useState(isOpen);
  const [isAsked, setAsked] = useState(false);
  const others = voucher.billNos.filter((each) => each !== billNo);
  return (
    <li className={css.voucher}>
      <div className={css.stack}>
        <Facts
          items={[
            { label: '付款时间', value: <DateTime value={voucher.paidAt} /> },
            { label: '银行流水号', value: voucher.bankSerial ?? '未填写' },
            { label: '提交', value: voucher.by },
            { label: '提交时间', value: <DateTime value={voucher.sentAt} /> },
            {
              label: '同时涵盖',
              value:
                others.length === 0 ? (
                  ''
                ) : (
                  <span className={css.actions}>
                    {others.map((other) => (
                      <a key={other} href={href(paths.settlement({ open: other }))}>
                        {other}
                      </a>
                    ))}
                  </span>
                ),
            },
          ]}
        />
        {voucher.returned === undefined ? null : (
          <p>
            <DateTime value={voucher.returned.at} /> 已退回：{voucher.returned.reason}
          </p>
        )}
        {steps === undefined || voucher.returned !== undefined ? null : (
          <div className={css.actions}>
            <Button size="small" onClick={() => steps.onUse(stated)}>
              按这份凭证填写
            </Button>
            {others.length === 0 ? null : (
              <VoucherBills
                bill={bill}
                billNos={voucher.billNos}
                isBehind={steps.since !== undefined}
                onFound={(bills) => steps.onTogether(bills, stated)}
              />
            )}
            {bill.returnable.includes(voucher.voucherId) ? (
              <Button size="small" disabled={steps.since !== undefined} onClick={() => setAsked(true)}>
                退回凭证
              </Button>
            ) : null}
          </div>
        )}
        {isAsked && steps !== undefined ? (
          <ReturnDialog
            bill={bill}
            voucher={voucher}
            since={steps.since}
            onReturned={steps.onReturned}
            onClose={() => setAsked(false)}
          />
        ) : null}
      </div>
      <div className={css.stack}>
        {isShown ? (
          voucher.files.map((file) => <VoucherFile key={file.fileId} billNo={billNo} file={file} />)
        ) : (
          <div>
            <Button size="small" onClick={() => setShown(true)}>
              查看凭证
            </Button>
          </div>
        )}
      </div>
    </li>
  );
};

const VoucherFile = ({ billNo, file }: { billNo: string; file: Voucher['files'][number] }): JSX.Element => {
  const [view, setView] = useState(firstView);
  const fetched = useBillVoucher(billNo, file.fileId);
  return <StoredDocument label="付款凭证" name={file.name} file={fetched} view={view} onView={setView} />;
};
