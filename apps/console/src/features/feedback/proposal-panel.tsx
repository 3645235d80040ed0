import { feedbackActionNames, feedbackReasonLength } from '@ronghui/domain/feedback';
import { rmbText } from '@ronghui/domain/money';
import {
  Button,
  Callout,
  DateTime,
  Dialog,
  Facts,
  FormField,
  FormStack,
  SubmitActions,
  TextArea,
  Timeline,
} from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './feedback.module.css';
import {
  type FeedbackCase,
  type Proposal,
  releaseProposal,
  sendBackProposal,
  takeBackProposal,
  useFourEyes,
} from './feedback-queries.ts';
import { decisionNames, effectText } from './feedback-words.ts';
import { AloneNote } from './four-eyes-proposed.tsx';

interface ProposalProps {
  readonly found: FeedbackCase;
  readonly proposal: Proposal;
}

/** An answer that waits for a second member of staff; its author only waits. @source R11.6 */
export const WaitingProposal = ({
  found,
  proposal,
  mayDecide,
}: ProposalProps & { readonly mayDecide: boolean }): JSX.Element => {
  const [asks, setAsks] = useState<'release' | 'sendBack'>();
  const close = (): void => setAsks(undefined);
  return (
    <section className={css.panel} aria-label="待复核的答复">
      <h2 className={css.title}>待复核的答复</h2>
      <Facts
        items={[
          { label: '答复', value: feedbackActionNames[proposal.action] },
          { label: '提出', value: proposal.by },
          { label: '时间', value: <DateTime value={proposal.at} /> },
          { label: '影响', value: effectText(proposal) },
          ...linesOf(found, proposal),
          { label: '说明', value: proposal.reason },
        ]}
      />
      {proposal.isOwn ? (
        <OwnProposal found={found} proposal={proposal} />
      ) : mayDecide ? (
        <div className={css.actions}>
          <Button variant="primary" onClick={() => setAsks('release')}>
            复核放行
          </Button>
          <Button onClick={() => setAsks('sendBack')}>退回</Button>
        </div>
      ) : (
        <Callout>等财务复核。商户还看不到它。</Callout>
      )}
      {asks === 'release' ? <ReleaseDialog found={found} proposal={proposal} onClose={close} /> : null}
      {asks === 'sendBack' ? <SendBackDialog found={found} proposal={proposal} onClose={close} /> : null}
    </section>
  );
};

const OwnProposal = ({ found, proposal }: ProposalProps): JSX.Element => {
  const attempt = useAttemptKey();
  const fourEyes = useFourEyes();
  const [isRunning, setRunning] = useState(false);
  const takeBack = async (): Promise<void> => {
    setRunning(true);
    try {
      await attempt({ feedbackNo: found.feedbackNo, proposalNo: proposal.proposalNo }, takeBackProposal);
      showToast('ok', '已收回，可以重新答复');
    } catch (error) {
      showError('ops.feedback.takeBack', error);
    } finally {
      setRunning(false);
    }
  };
  return (
    <>
      <Callout>这是您提出的答复，须由另一位同事复核。商户还看不到它。</Callout>
      {fourEyes !== undefined && fourEyes.releasers < 2 ? <AloneNote /> : null}
      <div className={css.actions}>
        <Button loading={isRunning} onClick={() => void takeBack()}>
          收回
        </Button>
      </div>
    </>
  );
};

const linesOf = ({ explainedLines }: FeedbackCase, { lineAmounts = [] }: Proposal) =>
  lineAmounts.map(({ lineId, amount }) => {
    const line = explainedLines.find((each) => each.lineId === lineId);
    const from = line === undefined ? '' : `${rmbText(line.standingAmount)} → `;
    return { label: `明细 ${line?.loanNo ?? lineId}`, value: `${from}${rmbText(amount)}` };
  });

const ReleaseDialog = ({ found, proposal, onClose }: ProposalProps & { onClose: () => void }): JSX.Element => {
  const { feedbackNo, version } = found;
  const attempt = useAttemptKey();
  const [isRunning, setRunning] = useState(false);
  const release = async (): Promise<void> => {
    setRunning(true);
    try {
      await attempt({ feedbackNo, proposalNo: proposal.proposalNo, version }, releaseProposal);
      showToast('ok', '已放行，商户会收到通知');
    } catch (error) {
      showError('ops.feedback.release', error);
    } finally {
      setRunning(false);
      onClose();
    }
  };
  return (
    <Dialog
      open
      title="放行这个答复？"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" loading={isRunning} onClick={() => void release()}>
            放行
          </Button>
        </>
      }
    >
      <p>
        {found.tenantName} 的账单 {found.billNo}：{effectText(proposal)}。
      </p>
      <p>放行之后账单回到待确认，商户立即收到通知，不能撤回。</p>
    </Dialog>
  );
};

const SendBackDialog = ({ found, proposal, onClose }: ProposalProps & { onClose: () => void }): JSX.Element => {
  const { feedbackNo } = found;
  const { proposalNo } = proposal;
  const attempt = useAttemptKey();
  const form = useForm({
    name: `feedback-sendBack-${feedbackNo}-${proposalNo}`,
    initial: { reason: '' },
    hints: ({ reason }) => ({ reason: requiredHint(reason, '退回的原因') }),
  });
  const send = async (): Promise<void> => {
    await attempt({ feedbackNo, proposalNo, reason: form.fields.reason }, sendBackProposal);
    form.clear();
    onClose();
    showToast('ok', `已退回给 ${proposal.by}`);
  };
  return (
    <Dialog
      open
      title="退回这个答复"
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          退回
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="退回这个答复" onSubmit={(event) => form.submit(event, { send })}>
        <FormField label="退回的原因" required hint="只有同事看到" {...form.field('reason')}>
          <TextArea {...form.control('reason')} maxLength={feedbackReasonLength} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};

/** The answers that were proposed before, and what became of them. */
export const FormerProposals = ({ proposals }: { proposals: FeedbackCase['formerProposals'] }): JSX.Element | null =>
  proposals.length === 0 ? null : (
    <section className={css.panel} aria-label="复核记录">
      <h2 className={css.title}>复核记录</h2>
      <Timeline
        label="复核记录，最新的在前"
        steps={proposals.map((each) => ({
          key: String(each.proposalNo),
          title: `${each.by} 提出${feedbackActionNames[each.action]}，${each.decidedBy ?? ''} ${decisionNames[each.decision ?? 'sentBack']}`,
          tone: each.decision === 'released' ? 'done' : 'bad',
          text: [effectText(each), each.decisionReason].filter((part) => part !== undefined).join('。'),
          note: <DateTime value={each.decidedAt} />,
        }))}
      />
    </section>
  );
