import { dayOf } from '@ronghui/domain/calendar';
import { Button, DateTime, Facts } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { firstView, StoredDocument } from '#features/file/file.shared.ts';
import { paths } from '#kernel/paths.ts';
import css from '../billing.module.css';
import { type SettledDetail, useBillVoucher } from './settlement-queries.ts';

type Voucher = SettledDetail['vouchers'][number];

/** Day and serial of a payment, as its voucher has them. */
interface Stated {
  readonly on: string;
  readonly serial: string;
}

interface BillVouchersProps {
  readonly bill: SettledDetail;
  /** Takes day and serial of a voucher over into the form. */
  readonly onUse?: (payment: Stated) => void;
}

/** The vouchers that name a bill, the newest first; a voucher changes no state. @source R10.3, R11.6, billing.md */
export const BillVouchers = ({ bill, onUse }: BillVouchersProps): JSX.Element | null =>
  bill.vouchers.length === 0 ? null : (
    <section className={css.stack} aria-label="付款凭证">
      <h3 className={css.title}>付款凭证</h3>
      <ul className={css.stack}>
        {bill.vouchers.map((voucher, place) => (
          <OneVoucher
            key={voucher.voucherId}
            billNo={bill.billNo}
            voucher={voucher}
            isOpen={place === 0 && bill.inCheck}
            {...(onUse === undefined ? {} : { onUse })}
          />
        ))}
      </ul>
    </section>
  );

interface OneVoucherProps {
  readonly billNo: string;
  readonly voucher: Voucher;
  readonly isOpen: boolean;
  readonly onUse?: (payment: Stated) => void;
}

/** A voucher beside what it says; its files are fetched when they are asked for, because every look is in the trail. */
const OneVoucher = ({ billNo, voucher, isOpen, onUse }: OneVoucherProps): JSX.Element => {
  const [isShown, setShown] = useState(isOpen);
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
        {onUse === undefined ? null : (
          <div>
            <Button
              size="small"
              onClick={() => onUse({ on: dayOf(new Date(voucher.paidAt)), serial: voucher.bankSerial ?? '' })}
            >
              按这份凭证填写
            </Button>
          </div>
        )}
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
