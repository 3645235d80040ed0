import { rmbText } from '@ronghui/domain/money';
import { Dialog, EmptyState, FormStack, PageState, Skeleton, SubmitActions } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import css from './receipt.module.css';
import { applyExact, useExact } from './receipt-queries.ts';

type Exact = NonNullable<ReturnType<typeof useExact>['query']['data']>;

/** Shows what the one press would apply, its count and sum first, and applies exactly that. @source receipts 2.4 */
export const ExactDialog = ({ onClose }: { readonly onClose: () => void }): JSX.Element => {
  const { state, query } = useExact();
  const attempt = useAttemptKey();
  const form = useForm({ name: 'receipt-exact', initial: {}, hints: () => ({}) });
  const shown = query.data;
  const send = async (): Promise<void> => {
    if (shown === undefined) return;
    const { count, amount, digest } = shown;
    const done = await attempt({ count, amount, digest }, applyExact);
    onClose();
    showToast('ok', `已认款 ${done.count}\u00a0笔，共 ${rmbText(done.amount)}，结清 ${done.settled}\u00a0张账单`);
  };
  const isEmpty = shown === undefined || shown.count === 0;
  return (
    <Dialog
      open
      size="medium"
      title="一键认款"
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose} disabled={isEmpty}>
          {isEmpty ? '认款' : `认款 ${shown.count}\u00a0笔，${rmbText(shown.amount)}`}
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="一键认款" onSubmit={(event) => form.submit(event, { send })}>
        <PageState
          state={state}
          loading={<Skeleton shape="row" count={4} />}
          empty={
            <EmptyState title="没有可以一键认款的收款" text="附言码或凭证流水号、金额与付款人都相符的，才在这里。" />
          }
          onRetry={() => void query.refetch()}
        >
          {(exact) => <Shown exact={exact} />}
        </PageState>
      </FormStack>
    </Dialog>
  );
};

const Shown = ({ exact: { count, amount, items } }: { readonly exact: Exact }): JSX.Element => (
  <div className={css.body}>
    <p>
      {count}&nbsp;笔收款的附言码或凭证流水号、金额与付款人都相符，共 {rmbText(amount)}。其余的由人工认款。
    </p>
    <div className={css.scroll} tabIndex={0} role="region" aria-label="将要认款的收款">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">付款人</th>
            <th scope="col">商户</th>
            <th scope="col" className={css.right}>
              金额
            </th>
            <th scope="col">账单</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.receiptNo}>
              <th scope="row">{item.payerName ?? '未知付款人'}</th>
              <td>{item.tenantName}</td>
              <td className={css.right}>{rmbText(item.amount)}</td>
              <td>{item.billNos.join('、')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    {items.length < count ? <p>只列出前 {items.length}&nbsp;笔。</p> : null}
  </div>
);
