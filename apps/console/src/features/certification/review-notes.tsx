import { Button, Callout, DateTime, Timeline } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Review, useWatch } from './certification-queries.ts';
import { eventNames } from './certification-words.ts';
import { labelOf } from './review-fields.ts';

/** Why a submission cannot be decided on now; null where it can. */
export const obstacleOf = ({ isLatest, status }: Review): string | null => {
  if (!isLatest) return '商户已有新的提交，这一份只供查阅。';
  return status === 'pending' ? null : '这份申请已经办理。';
};

interface NotesProps {
  readonly review: Review;
  readonly watch: ReturnType<typeof useWatch>;
  readonly onRefresh: () => void;
}

/** What a reviewer has to know before deciding: who else is here, what has changed, and what prevents a pass. */
export const ReviewNotes = ({ review, watch, onRefresh }: NotesProps): JSX.Element => {
  const obstacle = obstacleOf(review);
  const isStale = watch !== undefined && watch.version > review.version;
  return (
    <>
      {isStale ? (
        <Callout tone="warn" role="alert">
          这份申请刚刚有了变化。您标出的原因还在。
          <Button size="small" onClick={onRefresh}>
            刷新
          </Button>
        </Callout>
      ) : null}
      {watch === undefined || watch.others.length === 0 ? null : (
        <Callout role="status">{watch.others.join('、')} 也打开着这份申请。</Callout>
      )}
      {obstacle === null ? null : <Callout>{obstacle}</Callout>}
      {review.endedConsents > 0 ? (
        <Callout tone="warn">认证所依据的同意已被撤回，不能通过；请退回，由商户重新提交。</Callout>
      ) : null}
      {review.isTakenElsewhere ? (
        <Callout tone="warn">另一个商户已用这个统一社会信用代码通过认证，不能通过。</Callout>
      ) : null}
    </>
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
        text: step.reasons.map(({ field, reason }) => `${labelOf(field)}：${reason}`).join('；'),
      }))}
    />
  </details>
);
