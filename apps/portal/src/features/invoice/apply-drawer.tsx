import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { errorText } from '@ronghui/client';
import { type InvoiceType, invoiceTypeNames, invoiceTypes } from '@ronghui/domain/invoice';
import { rmbText } from '@ronghui/domain/money';
import { Button, Callout, Drawer, Facts, SegmentedOptions, Skeleton } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { Candidates } from './candidates.tsx';
import css from './invoice.module.css';
import { keyOf, missingOf, namedBy, rateText, totalOf } from './invoice-items.ts';
import { applyForInvoice, type Candidate, type Title, useNamedCandidate, useTitle } from './invoice-queries.ts';
import { TitleDrawer } from './title-drawer.tsx';
import { TitleFacts } from './title-facts.tsx';

interface ApplyProps {
  /** `order.…` or `bill.…` of a link, which is chosen already; else `new`. */
  readonly named: string;
  readonly onClose: () => void;
}

/** The chosen items: the one that the link names, unless it was put aside, and those that were ticked. */
const useChosen = (named: string) => {
  const given = namedBy(named);
  const first = useNamedCandidate(given);
  const [ticked, setTicked] = useState<readonly Candidate[]>([]);
  const [isAside, setAside] = useState(false);
  const one = first.data ?? null;
  const chosen = one === null || isAside ? ticked : [one, ...ticked];
  const toggle = (item: Candidate): void => {
    const isFirst = one !== null && keyOf(one) === keyOf(item);
    if (isFirst) setAside(!isAside);
    else if (ticked.some((each) => keyOf(each) === keyOf(item))) {
      setTicked(ticked.filter((each) => keyOf(each) !== keyOf(item)));
    } else setTicked([...ticked, item]);
  };
  return {
    chosen,
    toggle,
    isGone: given !== null && first.data === null,
    isLoading: given !== null && first.isPending,
  };
};

/** The application for an invoice: what it covers, its type and its title, with a summary before it is sent. @source R10.12 */
export const ApplyDrawer = ({ named, onClose }: ApplyProps): JSX.Element => {
  const { chosen, toggle, isGone, isLoading } = useChosen(named);
  const [type, setType] = useState<InvoiceType>('normal');
  const [asks, setAsks] = useState<'send' | 'title'>();
  const title = useTitle().query.data?.title;
  const missing = title === undefined ? [] : missingOf(title, type);
  return (
    <Drawer
      open
      size="large"
      onClose={onClose}
      title="申请开票"
      actions={
        <div className={css.foot}>
          <Total chosen={chosen} />
          <Button
            variant="primary"
            disabled={chosen.length === 0 || missing.length > 0 || title === undefined}
            onClick={() => setAsks('send')}
          >
            下一步
          </Button>
        </div>
      }
    >
      <div className={css.body}>
        {isGone ? <Callout tone="warn">所选项目已申请过开票，或暂不能开票，请从下面选择。</Callout> : null}
        <section className={css.part}>
          <h3 className={css.title}>1. 选择订单和账单</h3>
          {isLoading ? <Skeleton shape="row" count={2} /> : null}
          <Candidates begin={namedBy(named)?.kind ?? 'order'} chosen={chosen} onToggle={toggle} />
        </section>
        <section className={css.part}>
          <h3 className={css.title}>2. 发票类型</h3>
          <SegmentedOptions
            label="发票类型"
            value={type}
            // The options are the types.
            onValueChange={(value) => setType(value as InvoiceType)}
            options={invoiceTypes.map((value) => ({ value, label: invoiceTypeNames[value], hint: typeHints[value] }))}
          />
        </section>
        <section className={css.part}>
          <div className={css.row}>
            <h3 className={css.title}>3. 核对抬头</h3>
            <Button size="small" onClick={() => setAsks('title')}>
              {missing.length > 0 ? '补全抬头' : '修改抬头'}
            </Button>
          </div>
          {missing.length > 0 ? (
            <Callout tone="bad" role="status">
              {invoiceTypeNames[type]}还缺：{missing.join('、')}。
            </Callout>
          ) : null}
          {title === undefined ? <Skeleton shape="row" count={3} /> : <TitleFacts title={title} />}
        </section>
      </div>
      {asks === 'title' ? <TitleDrawer mayWrite onClose={() => setAsks(undefined)} /> : null}
      {asks === 'send' && title !== undefined ? (
        <Question chosen={chosen} type={type} title={title} onClose={() => setAsks(undefined)} onSent={onClose} />
      ) : null}
    </Drawer>
  );
};

const typeHints: Readonly<Record<InvoiceType, string>> = { normal: '报销、入账', special: '可抵扣进项税' };

const Total = ({ chosen }: { chosen: readonly Candidate[] }): JSX.Element => {
  const { amount, taxAmount } = totalOf(chosen);
  return (
    <p className={css.total} role="status">
      {chosen.length === 0
        ? '还没有选择'
        : `已选 ${chosen.length}\u00a0项，${rmbText(amount)}，含税额 ${rmbText(taxAmount)}`}
    </p>
  );
};

interface QuestionProps {
  readonly chosen: readonly Candidate[];
  readonly type: InvoiceType;
  readonly title: Title;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

/** The summary that is confirmed. */
const Question = ({ chosen, type, title, onClose, onSent }: QuestionProps): JSX.Element => {
  const attempt = useAttemptKey();
  const { amount, taxAmount } = totalOf(chosen);
  const numbersOf = (kind: Candidate['kind']) => chosen.flatMap((item) => (item.kind === kind ? item.no : []));
  const send = async (): Promise<void> => {
    await attempt({ orderNos: numbersOf('order'), billNos: numbersOf('bill'), type }, applyForInvoice);
    showToast('ok', '开票申请已提交，开具之后会通知您');
    onSent();
  };
  return (
    <ConfirmPopup
      open
      onClose={onClose}
      title="提交开票申请？"
      confirmText="提交申请"
      cancelText="再看看"
      onConfirm={send}
      errorText={(error) => errorText('invoice.apply', error)}
    >
      <Facts
        items={[
          { label: '抬头', value: title.name },
          { label: '类型', value: invoiceTypeNames[type] },
          { label: '项目', value: `${chosen.length}\u00a0项` },
          { label: '价税合计', value: rmbText(amount) },
          { label: '税额', value: `${rmbText(taxAmount)}（税率 ${rateText(chosen[0]?.taxRate ?? 0)}）` },
        ]}
      />
    </ConfirmPopup>
  );
};
