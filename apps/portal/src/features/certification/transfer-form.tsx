import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { transferFen } from '@ronghui/domain/certification';
import { type Fen, fenOfYuan, noFen, rmbText } from '@ronghui/domain/money';
import { Button, Callout, Card, DateTime, FormField, FormStack, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { useQuestion } from '@ronghui/web/forms/question';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './certification.module.css';
import { type Certification, verifyTransfer } from './certification-queries.ts';

interface TransferProps {
  readonly certification: Certification;
}

const accountOf = ({ form }: Certification): string => form?.bankAccountNoMasked ?? '已提交的账户';

/** The typed amount if a transfer can have it, otherwise null: an amount out of range would waste a try. */
const amountOf = (typed: string): Fen | null => {
  const fen = fenOfYuan(typed);
  return fen !== null && fen >= transferFen.min && fen <= transferFen.max ? fen : null;
};

/** The transfer: a message before it is sent, then the form for its amount. @source R4.11 */
export const TransferView = ({ certification }: TransferProps): JSX.Element =>
  certification.transferBy === undefined ? (
    <Card title="打款验证">
      <Callout role="status">
        资料已通过审核，正在向贵司对公账户（{accountOf(certification)}
        ）打款。款项转出之后会通知您，届时请在这里填写到账金额。
      </Callout>
    </Card>
  ) : (
    <TransferForm certification={certification} />
  );

/** The form for the amount of the transfer. @source R4.11, R4.12 */
const TransferForm = ({ certification }: TransferProps): JSX.Element => {
  const { triesLeft = 0, transferBy } = certification;
  const attempt = useAttemptKey();
  const form = useForm({
    name: `transfer-${certification.submissionNo ?? ''}`,
    initial: { amount: '' },
    hints: ({ amount }) => ({
      amount: amountOf(amount) === null ? '请填写 0.01 至 0.99\u00a0元之间的到账金额，例如 0.37' : undefined,
    }),
  });
  const { pending, ask } = useQuestion();
  const [mismatch, setMismatch] = useState<string>();
  const amount = amountOf(form.fields.amount) ?? noFen;
  const verify = async (): Promise<void> => {
    // An amount without an answer is sent again as the same attempt, so it costs only one try.
    const answer = await attempt({ amount }, verifyTransfer);
    form.clear();
    if (answer.status === 'passed') showToast('ok', '验证通过，企业已认证');
    else if (answer.status === 'pendingTransfer') {
      setMismatch(`金额与到账不符，还可以再试 ${answer.triesLeft ?? 0}\u00a0次`);
      form.focusWrong();
    }
  };
  const send = async (): Promise<void> => {
    await ask(verify);
  };
  return (
    <Card title="打款验证">
      <div className={css.form}>
        <FormStack id={form.id} aria-label="打款验证" onSubmit={(event) => form.submit(event, { send })}>
          <Callout tone="info">
            资料已通过审核。我们向贵司对公账户（{accountOf(certification)}
            ）转了一笔不足一元的款，请查收后把金额填在这里。还可以试 {triesLeft}&nbsp;次，
            <DateTime value={transferBy} /> 前有效。
          </Callout>
          <FormField
            inline
            label="到账金额（元）"
            hint="0.01 至 0.99&nbsp;元；我们不会要求您转出任何款项"
            id={form.field('amount').id}
            error={form.field('amount').error ?? (form.fields.amount === '' ? mismatch : undefined)}
          >
            <TextInput
              {...form.control('amount')}
              inputMode="decimal"
              autoComplete="off"
              maxLength={10}
              prefix="¥"
              placeholder="0.00"
            />
          </FormField>
          <div className={css.buttons}>
            <Button type="submit" variant="primary" loading={form.running}>
              提交验证
            </Button>
          </div>
        </FormStack>
        {pending === undefined ? null : (
          <ConfirmPopup
            open
            title={`以 ${rmbText(amount)} 验证？`}
            confirmText="验证"
            loadingText="正在验证"
            danger={triesLeft === 1}
            onConfirm={pending.confirm}
            onClose={pending.cancel}
          >
            {triesLeft === 1
              ? '这是最后一次机会。金额不符时认证不通过，须重新提交资料。'
              : `还可以试 ${triesLeft}\u00a0次，金额不符会用掉一次；用完时认证不通过，须重新提交资料。`}
          </ConfirmPopup>
        )}
      </div>
    </Card>
  );
};
