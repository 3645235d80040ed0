import { AlsoOpen, Button, Callout, DateTime, PageHead, takenText } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { ListedNeighbours, OwnerBar } from '#features/desk/desk.shared.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import { AnswerForm } from './answer-form.tsx';
import { CaseBill } from './case-bill.tsx';
import { CaseThread } from './case-thread.tsx';
import css from './feedback.module.css';
import { type FeedbackCase, useWatch } from './feedback-queries.ts';
import { FeedbackTags } from './feedback-rows.tsx';
import { effectText, isDue, lastDay } from './feedback-words.ts';
import { MessageForm } from './message-form.tsx';
import { FormerProposals, WaitingProposal } from './proposal-panel.tsx';

/** Who else is here, what has changed, and by when an answer is due. */
const CaseNotes = ({ found, onRefresh }: { found: FeedbackCase; onRefresh: () => void }): JSX.Element => {
  const watch = useWatch(found.feedbackNo);
  const { answer, answerBy, late, withdrawn } = found;
  return (
    <>
      {watch !== undefined && watch.revision > found.revision ? (
        <Callout tone="warn" role="alert">
          这条反馈{takenText(watch.last, found.last)}。您填写的还在。
          <Button size="small" onClick={onRefresh}>
            刷新
          </Button>
        </Callout>
      ) : null}
      <AlsoOpen others={watch?.others} what="这条反馈" />
      {withdrawn ? <Callout>商户已撤回这条反馈，无需答复。</Callout> : null}
      {answer === undefined ? null : (
        <Callout>
          {effectText(answer)}。{answer.reason}
        </Callout>
      )}
      {isDue(found) ? (
        <Callout tone={late ? 'warn' : 'info'}>
          {late ? '应在 ' : '请在 '}
          <DateTime value={lastDay(answerBy)} precision="date" /> 前答复{late ? '，现已逾期；商户看到的也是逾期' : ''}
          。期间账单为差异处理中，商户不能确认。
        </Callout>
      ) : null}
    </>
  );
};

/** A case: its bill and what is claimed of it, the conversation, and the answer. @source R4.9, R4.10, R11.6 */
export const CasePanel = ({ found, onRefresh }: { found: FeedbackCase; onRefresh: () => void }): JSX.Element => {
  const held = useAuth();
  const [mayReject, maySetAmount] = [held['ops.feedback.write'] === true, held['ops.billing.write'] === true];
  return (
    <>
      <PageHead
        pageType="PC"
        title={found.tenantName || found.feedbackNo}
        sub={
          <>
            <FeedbackTags {...found} /> {found.feedbackNo}
          </>
        }
        actions={
          <>
            <Button size="small" href={href(paths.feedbacks())}>
              全部反馈
            </Button>
            <ListedNeighbours list="feedbacks" at={found.feedbackNo} unit="条" />
          </>
        }
      />
      <div className={css.notes}>
        <CaseNotes found={found} onRefresh={onRefresh} />
        {isDue(found) ? <OwnerBar kind="feedback" objectId={found.feedbackNo} mayTake={mayReject} /> : null}
      </div>
      <div className={css.sides}>
        <div className={css.column}>
          {found.proposal === null ? null : (
            <WaitingProposal found={found} proposal={found.proposal} mayDecide={maySetAmount} />
          )}
          <CaseBill found={found} />
          <FormerProposals proposals={found.formerProposals} />
        </div>
        <div className={css.column}>
          <CaseThread found={found} />
          {mayReject && isDue(found) ? <MessageForm found={found} /> : null}
          {isDue(found) && found.proposal === null && (mayReject || maySetAmount) ? (
            <AnswerForm found={found} mayReject={mayReject} maySetAmount={maySetAmount} onRefresh={onRefresh} />
          ) : null}
        </div>
      </div>
    </>
  );
};
