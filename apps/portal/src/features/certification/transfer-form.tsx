import { Button, Callout, Card, DateTime, FormField, FormStack, TextInput } from '@ronghui/ui';
import type { JSX } from 'react';
import { useForm } from '#kernel/form.ts';
import { showToast } from '#kernel/toasts.ts';
import css from './certification.module.css';
import { type Certification, verifyTransfer } from './certification-queries.ts';

/** An amount as it is typed in yuan; null when it is none. @unit fen */
const fenOf = (typed: string): number | null => {
  const text = typed.normalize('NFKC').trim();
  return /^\d{1,6}(?:\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : null;
};

/** The amount of the transfer, typed back. @source R4.11 */
export const TransferForm = ({ certification }: { certification: Certification }): JSX.Element => {
  const { triesLeft, transferBy, form: stored } = certification;
  const form = useForm({
    name: `transfer-${certification.submissionNo ?? ''}`,
    initial: { amount: '' },
    hints: ({ amount }) => ({ amount: fenOf(amount) === null ? '请填写到账金额，精确到分，例如 0.37' : undefined }),
  });
  const send = async (): Promise<void> => {
    const answer = await verifyTransfer(fenOf(form.fields.amount) ?? 0);
    form.clear();
    if (answer.status === 'passed') showToast('ok', '验证通过，企业已认证');
    else if (answer.status === 'pendingTransfer') {
      showToast('bad', `金额与到账不符，还可以再试 ${answer.triesLeft ?? 0} 次`);
    }
  };
  return (
    <Card title="打款验证">
      <div className={css.form}>
        <FormStack id={form.id} aria-label="打款验证" onSubmit={(event) => form.submit(event, { send })}>
          <Callout tone="info">
            资料已通过审核。我们向贵司对公账户（{stored?.bankAccountNoMasked ?? '已提交的账户'}
            ）转了一笔不足一元的款，请查收后把金额填在这里。还可以试 {triesLeft ?? 0} 次，
            <DateTime value={transferBy} /> 前有效。
          </Callout>
          <FormField inline label="到账金额（元）" hint="我们不会要求您转出任何款项" {...form.field('amount')}>
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
      </div>
    </Card>
  );
};
