import { AlsoOpen, Callout, DateTime, formatDateTime, StepsSince, Timeline } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Seen } from '#kernel/seen.ts';
import type { Review, useWatch } from './certification-queries.ts';
import { eventNames, statusNames } from './certification-words.ts';
import { labelOf } from './review-fields.ts';

type Step = Review['steps'][number];
export type SeenReview = Seen<Step>;

const reasonsText = ({ reasons }: Step): string =>
  reasons.map(({ field, reason }) => `${labelOf(field)}：${reason}`).join('；');

const textOf = (step: Step): string => {
  const done = `${step.by || '—'} 于 ${formatDateTime(step.at)} ${eventNames[step.event]}，${statusNames[step.to]}`;
  return step.reasons.length === 0 ? done : `${done}：${reasonsText(step)}`;
};

/** Whether staff work on it: a review, or a transfer that can only be sent back. */
export const waitsForStaff = (status: Review['status']): boolean =>
  status === 'pending' || status === 'pendingTransfer';

/** Why a submission cannot be decided on now; null where it can. */
export const obstacleOf = ({ isLatest, status }: Review): string | null => {
  if (!isLatest) return '商户已有新的提交，这一份只供查阅。';
  return waitsForStaff(status) ? null : '这份申请已经办理。';
};

interface NotesProps {
  readonly review: Review;
  readonly watch: ReturnType<typeof useWatch>;
  readonly seen: SeenReview;
}

/** What others did since one opened the submission. @source R4.12 */
export const ReviewChanged = ({ seen: { since, onSeen } }: { seen: SeenReview }): JSX.Element => (
  <StepsSince
    lead="这份申请已被他人更新，请核对后再继续；您标出的原因还在。"
    steps={since?.map((step) => ({ key: `${step.at} ${step.event}`, text: textOf(step) }))}
    onSeen={onSeen}
  />
);

/** What a reviewer has to know before deciding: who else is here, what has changed, and what prevents a pass. */
export const ReviewNotes = ({ review, watch, seen }: NotesProps): JSX.Element => {
  const obstacle = obstacleOf(review);
  return (
    <>
      <ReviewChanged seen={seen} />
      <AlsoOpen others={watch?.others} what="这份申请" />
      {obstacle === null ? null : <Callout>{obstacle}</Callout>}
      {review.isLatest && review.status === 'pendingTransfer' ? <TransferNote review={review} /> : null}
      {review.endedConsents > 0 ? (
        <Callout tone="warn">认证所依据的同意已被撤回，不能通过；请退回，由商户重新提交。</Callout>
      ) : null}
      {review.isTakenElsewhere ? (
        <Callout tone="warn">另一个商户已用这个统一社会信用代码通过认证，不能通过。</Callout>
      ) : null}
    </>
  );
};

/** How the transfer stands: refused by the bank, on its way, or with the merchant. */
const TransferNote = ({ review: { transferBy, transferFailedAt } }: { review: Review }): JSX.Element => {
  if (transferFailedAt !== undefined)
    return (
      <Callout tone="bad" role="alert">
        银行没有受理打款，最近一次在 <DateTime value={transferFailedAt} />
        ；系统每分钟重试。对公账户有误的，请标出并退回，由商户更正后重新提交。
      </Callout>
    );
  return transferBy === undefined ? (
    <Callout>已通过审核，打款即将发出；仍可标出有误的项退回。</Callout>
  ) : (
    <Callout>
      已打款，商户须在 <DateTime value={transferBy} /> 前填回金额；仍可标出有误的项退回。
    </Callout>
  );
};

/** The history of the tenant's certification. */
export const ReviewHistory = ({ review }: { review: Review }): JSX.Element => (
  <details>
    <summary>办理经过（{review.steps.length}）</summary>
    <Timeline
      label="办理经过"
      steps={review.steps.map((step) => ({
        key: `${step.at} ${step.event}`,
        title: eventNames[step.event],
        tone: step.event === 'reject' ? 'bad' : 'done',
        note: (
          <>
            <DateTime value={step.at} /> · {step.by || '—'} · {step.submissionNo}
          </>
        ),
        text: reasonsText(step),
      }))}
    />
  </details>
);
