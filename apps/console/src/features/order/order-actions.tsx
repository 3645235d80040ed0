import { CallError } from '@ronghui/client';
import { providerDirectionNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import { Amount, Button, Dialog, Facts, FormField, FormStack, TextArea } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useEffect, useRef, useState } from 'react';
import type { Seen } from '#kernel/seen.ts';
import css from './order.module.css';
import { OrderChanged } from './order-changed.tsx';
import { checkPayment, type OrderDetail, takePlainStep, takeReasonedStep } from './order-queries.ts';

type Action = OrderDetail['actions'][number];
type SeenOrder = Seen<OrderDetail['steps'][number]>;

/** A step of staff: its button, and what it will do. */
interface StepPlan {
  readonly name: string;
  readonly effect: string;
  readonly done: string;
  readonly takesReason: boolean;
  /** What its sum is called, where it is about money. */
  readonly sum?: string;
  readonly look: 'primary' | 'secondary' | 'danger';
}

const plans: Readonly<Partial<Record<Action, StepPlan>>> = {
  approve: {
    name: '审核通过',
    effect: '需要付款的订单进入待付款，商户在期限内付款并上传凭证；其余的进入待开通。商户会收到通知。',
    done: '订单已审核通过',
    takesReason: false,
    look: 'primary',
  },
  acceptPayment: {
    name: '款项核对无误',
    effect: '请先确认款项已到账。订单进入待开通，商户会收到通知。',
    done: '款项已核对',
    takesReason: false,
    sum: providerDirectionNames.payable,
    look: 'primary',
  },
  activate: {
    name: '开通',
    effect: '服务期自此起算（续费接在原服务期之后），商户会收到通知。',
    done: '订单已开通',
    takesReason: false,
    look: 'primary',
  },
  sendBackPayment: {
    name: '退回凭证',
    effect: '订单回到待付款，商户至少还有三天可以重新上传凭证，会看到原因。',
    done: '凭证已退回',
    takesReason: true,
    look: 'secondary',
  },
  reject: {
    name: '驳回',
    effect: '订单就此结束，不能恢复；商户会看到原因。',
    done: '订单已驳回',
    takesReason: true,
    look: 'danger',
  },
  refund: {
    name: '退款',
    effect: '订单就此结束，服务停止；已开的发票请到“开票”办理红冲。商户会看到原因。',
    done: '订单已退款',
    takesReason: true,
    sum: '退回金额',
    look: 'danger',
  },
  terminate: {
    name: '终止',
    effect: '服务立即结束，订单转为已到期，不退款；商户会看到原因。',
    done: '订单已终止',
    takesReason: true,
    sum: '订单金额（不退）',
    look: 'danger',
  },
};

/** What the server answers to a step. */
type Taken = { readonly version: number };

const useStep = (order: OrderDetail) => {
  const attempt = useAttemptKey();
  const { orderNo, version } = order;
  return (action: Action, reason: string): Promise<Taken> => {
    const seen = { orderNo, version };
    switch (action) {
      case 'approve':
        return attempt(seen, (input: Parameters<typeof takePlainStep>[1]) => takePlainStep('review', input));
      case 'activate':
        return attempt(seen, (input: Parameters<typeof takePlainStep>[1]) => takePlainStep('open', input));
      case 'acceptPayment':
        return attempt({ ...seen, outcome: 'accept', reason: undefined }, checkPayment);
      case 'sendBackPayment':
        return attempt({ ...seen, outcome: 'sendBack', reason }, checkPayment);
      case 'reject':
      case 'refund':
      case 'terminate':
        return attempt({ ...seen, reason }, (input: Parameters<typeof takeReasonedStep>[1]) =>
          takeReasonedStep(action, input),
        );
      case 'cancel':
      case 'lapse':
      case 'sendVoucher':
      case 'expire':
        return Promise.reject(new Error(`${action} is no step of staff`));
    }
  };
};

interface StepDialogProps {
  readonly order: OrderDetail;
  readonly action: Action;
  readonly plan: StepPlan;
  readonly seen: SeenOrder;
  readonly onClose: () => void;
}

/** Whose money a step is about, how much, and the account that it came in at. */
const moneyFacts = ({ tenantName, productName, skuName, totalAmount, payee }: OrderDetail, sum: string) => [
  { label: '商户', value: tenantName },
  { label: '产品', value: `${productName}（${skuName}）` },
  { label: sum, value: <Amount text={rmbText(totalAmount)} /> },
  { label: '收款账户', value: payee === null ? '' : `${payee.name} ${payee.bank} ${payee.accountNo}` },
];

const isChanged = (error: unknown): boolean => error instanceof CallError && error.errCode === 'RHSY409';

/** Says what a step will do, takes its reason, and takes it; what others did meanwhile has to be seen first. */
const StepDialog = ({ order, action, plan, seen, onClose }: StepDialogProps): JSX.Element => {
  const take = useStep(order);
  const confirm = useRef<HTMLButtonElement>(null);
  // A modal gives its focus to its close button; without a reason to write, Enter is the answer.
  useEffect(() => {
    if (!plan.takesReason) confirm.current?.focus();
  }, [plan.takesReason]);
  const form = useForm({
    name: `order-${action}-${order.orderNo}`,
    initial: { reason: '' },
    hints: ({ reason }) => ({ reason: plan.takesReason ? requiredHint(reason, '原因') : undefined }),
  });
  const isOver = !order.actions.includes(action);
  const send = async (): Promise<void> => {
    if (seen.since !== undefined) return;
    try {
      const { version } = await take(action, form.fields.reason);
      seen.onTaken(version);
    } catch (error) {
      if (plan.takesReason) throw error;
      showError('ops.order.review', error);
      // The question stays where what changed is to be seen.
      if (!isChanged(error)) onClose();
      return;
    }
    form.clear();
    onClose();
    showToast('ok', plan.done);
  };
  return (
    <Dialog
      open
      title={`${plan.name} ${order.orderNo}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="submit"
            form={form.id}
            variant={plan.look === 'danger' ? 'danger' : 'primary'}
            ref={confirm}
            loading={form.running}
            disabled={seen.since !== undefined || isOver}
          >
            {plan.name}
          </Button>
        </>
      }
    >
      <FormStack id={form.id} aria-label={plan.name} onSubmit={(event) => form.submit(event, { send })}>
        <OrderChanged seen={seen} />
        <p>{isOver ? '订单现在的状态已不能办理这一步。' : plan.effect}</p>
        {plan.sum === undefined || isOver ? null : <Facts items={moneyFacts(order, plan.sum)} />}
        {plan.takesReason ? (
          <FormField label="原因" required {...form.field('reason')}>
            <TextArea {...form.control('reason')} maxLength={500} />
          </FormField>
        ) : null}
      </FormStack>
    </Dialog>
  );
};

/** The steps that staff may take now. @source R4.8, R11.5 */
export const OrderActions = ({ order, seen }: { order: OrderDetail; seen: SeenOrder }): JSX.Element | null => {
  const [asked, setAsked] = useState<Action>();
  const plan = asked === undefined ? undefined : plans[asked];
  // A question that stands open stays, whatever others do meanwhile.
  if (order.actions.length === 0 && plan === undefined) return null;
  return (
    <>
      <div className={css.actions}>
        {order.actions.map((action) => {
          const each = plans[action];
          return each === undefined ? null : (
            <Button key={action} variant={each.look} onClick={() => setAsked(action)}>
              {each.name}
            </Button>
          );
        })}
      </div>
      {asked === undefined || plan === undefined ? null : (
        <StepDialog order={order} action={asked} plan={plan} seen={seen} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
};
