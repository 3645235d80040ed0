import { rmbText } from '@ronghui/domain/money';
import { Button, Callout, Dialog, FormField, FormStack, formatDateTime, SubmitActions, TextArea } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from '../billing.module.css';
import { BillBehind, type Since } from './bill-changed.tsx';
import { decideWriteOff, type SettledDetail, undoWriteOff, writeOff } from './settlement-queries.ts';

interface WriteOffProps {
  readonly bill: SettledDetail;
  /** What others did to the bill since, which has to be read first. */
  readonly since: Since;
  /** One's own step led to a version of the bill. */
  readonly onTaken: (version: number) => void;
}

type Question = 'writeOff' | 'undo' | 'released' | 'sentBack' | 'takenBack';

const titles: Readonly<Record<Question, string>> = {
  writeOff: '核销差额',
  undo: '撤销核销',
  released: '放行核销',
  sentBack: '退回核销',
  takenBack: '收回核销',
};

/** What a step does, before it is taken. */
const textOf = (question: Question, bill: SettledDetail): string => {
  const proposed = rmbText(bill.writeOffProposal?.amount ?? bill.remainingAmount);
  switch (question) {
    case 'writeOff':
      return `账单未付的 ${rmbText(bill.remainingAmount)} 不再收取，账单结清，已收金额不变，商户会收到通知。超过双人复核限额（没有设置的，为 ¥100）的由另一位同事复核之后生效。`;
    case 'undo':
      return `核销的 ${rmbText(bill.writtenOffAmount ?? bill.remainingAmount)} 恢复为未付，账单恢复为已确认，商户会收到通知，看到原因。`;
    case 'released':
      return `同意核销 ${proposed}：账单结清，已收金额不变，商户会收到通知。`;
    case 'sentBack':
      return `核销 ${proposed} 退回给提出的同事，账单不变。`;
    case 'takenBack':
      return `收回自己提出的核销 ${proposed}，账单不变。`;
  }
};

/** Gives up what is open of a payable bill, with a second member of staff above the limit; undoes it. @source receipts 1.6 */
export const WriteOffPart = ({ bill, since, onTaken }: WriteOffProps): JSX.Element | null => {
  const [asked, setAsked] = useState<Question>();
  const { writeOffProposal: proposal, writtenOffAmount, invoiceNo } = bill;
  const canPropose = proposal === undefined && bill.canSettle && bill.direction === 'payable';
  const canUndo = writtenOffAmount !== undefined && invoiceNo === undefined;
  if (proposal === undefined && !canPropose && writtenOffAmount === undefined) return null;
  const press = (question: Question) => (
    <Button key={question} size="small" disabled={since !== undefined} onClick={() => setAsked(question)}>
      {titles[question]}
    </Button>
  );
  const presses: readonly Question[] =
    proposal === undefined
      ? [...(canPropose ? (['writeOff'] as const) : []), ...(canUndo ? (['undo'] as const) : [])]
      : proposal.isOwn
        ? ['takenBack']
        : ['released', 'sentBack'];
  return (
    <section className={css.stack} aria-label="差额核销">
      <h3 className={css.title}>差额核销</h3>
      {proposal === undefined ? null : (
        <Callout tone="warn">
          {proposal.by} 于 {formatDateTime(proposal.at)} 提出核销 {rmbText(proposal.amount)}，等待另一位同事复核。原因：
          {proposal.reason}
        </Callout>
      )}
      {writtenOffAmount === undefined ? null : <p>已核销 {rmbText(writtenOffAmount)}，不计入已收。</p>}
      <div className={css.actions}>{presses.map(press)}</div>
      {asked === undefined ? null : (
        <WriteOffDialog
          key={asked}
          question={asked}
          bill={bill}
          since={since}
          onTaken={onTaken}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
};

interface DialogProps extends WriteOffProps {
  readonly question: Question;
  readonly onClose: () => void;
}

const WriteOffDialog = ({ question, bill, since, onTaken, onClose }: DialogProps): JSX.Element => {
  const { billNo, version, remainingAmount, writeOffProposal: proposal } = bill;
  const attempt = useAttemptKey();
  const isReasonAsked = question !== 'released' && question !== 'takenBack';
  const form = useForm({
    name: `write-off-${question}-${billNo}-${version}`,
    initial: { reason: '' },
    hints: ({ reason }) => ({ reason: isReasonAsked ? requiredHint(reason, '原因') : undefined }),
  });
  const take = async (): Promise<{ readonly version: number; readonly text: string }> => {
    const { reason } = form.fields;
    if (question === 'writeOff') {
      const reply = await attempt({ billNo, amount: remainingAmount, reason, version }, writeOff);
      return { ...reply, text: reply.outcome === 'proposed' ? '核销已提出，等待同事复核' : '差额已核销，账单结清' };
    }
    if (question === 'undo') {
      const reply = await attempt({ billNo, reason, version }, undoWriteOff);
      return { ...reply, text: '核销已撤销，商户会收到通知' };
    }
    const decided = { billNo, proposalNo: proposal?.proposalNo ?? 1, decision: question, version };
    const reply = await attempt({ ...decided, reason: isReasonAsked ? reason : undefined }, decideWriteOff);
    return { ...reply, text: `${titles[question]}已办理` };
  };
  const send = async (): Promise<void> => {
    const { version: next, text } = await take();
    onTaken(next);
    form.clear();
    onClose();
    showToast('ok', text);
  };
  return (
    <Dialog
      open
      title={`${titles[question]}？`}
      onClose={onClose}
      actions={
        <SubmitActions form={form} disabled={since !== undefined} onCancel={onClose}>
          {titles[question]}
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label={titles[question]} onSubmit={(event) => form.submit(event, { send })}>
        <BillBehind since={since} step="办理" />
        <p>
          账单 {billNo}（{bill.tenantName}）：{textOf(question, bill)}
        </p>
        {isReasonAsked ? (
          <FormField label="原因" required {...form.field('reason')}>
            <TextArea {...form.control('reason')} maxLength={500} />
          </FormField>
        ) : null}
      </FormStack>
    </Dialog>
  );
};
