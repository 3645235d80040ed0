import { rmbText, sumFen } from '@ronghui/domain/money';
import { Button, EmptyState, PageState, Skeleton, Tag } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './receipt.module.css';
import { applyReceipt, type Proposal, type ReceiptDetail, useProposals } from './receipt-queries.ts';
import { RegisteredReceipts } from './registered.tsx';

/** What a receipt may pay, the surest first, each with its reasons and a press. @source receipts 2.4 */
export const Proposals = ({ receipt }: { readonly receipt: ReceiptDetail }): JSX.Element => {
  const { state, query } = useProposals(receipt.receiptNo, receipt.version);
  return (
    <section className={css.body} aria-label="建议">
      <h3 className={css.title}>建议的认款</h3>
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={2} />}
        empty={<EmptyState title="没有建议" text="只有金额相同不足以认款，请核对后在下面选择账单。" />}
        onRetry={() => void query.refetch()}
      >
        {({ items: [{ proposals, registered = [] } = { proposals: [] }] }) => (
          <>
            <RegisteredReceipts receipt={receipt} registered={registered} />
            {proposals.length === 0 ? null : (
              <ul className={css.body} aria-label="建议">
                {proposals.map((proposal) => (
                  <Proposed
                    key={`${proposal.tenantId} ${proposal.parts.map(({ billNo }) => billNo).join(' ')}`}
                    receipt={receipt}
                    proposal={proposal}
                  />
                ))}
              </ul>
            )}
          </>
        )}
      </PageState>
    </section>
  );
};

const Proposed = ({
  receipt: { receiptNo, version },
  proposal: { tenantName, parts, reasons, isExact },
}: {
  readonly receipt: ReceiptDetail;
  readonly proposal: Proposal;
}): JSX.Element => {
  const attempt = useAttemptKey();
  const [isRunning, setRunning] = useState(false);
  const sum = sumFen(parts.map(({ amount }) => amount));
  const apply = async (): Promise<void> => {
    setRunning(true);
    try {
      await attempt({ receiptNo, version, parts }, applyReceipt);
      showToast('ok', `已认款 ${rmbText(sum)}，商户会收到通知`);
    } catch (error) {
      showError('ops.receipt.apply', error);
    } finally {
      setRunning(false);
    }
  };
  return (
    <li className={css.body}>
      <div className={css.tags}>
        <strong>{tenantName}</strong>
        {isExact ? <Tag tone="ok">相符</Tag> : <Tag tone="warn">请核对</Tag>}
      </div>
      <div>{parts.map(({ billNo, amount }) => `${billNo} ${rmbText(amount)}`).join('、')}</div>
      <div>{reasons.join('；')}</div>
      <div>
        <Button size="small" loading={isRunning} onClick={() => void apply()}>
          采用建议（{rmbText(sum)}）
        </Button>
      </div>
    </li>
  );
};
