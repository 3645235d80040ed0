import { Button, PageHead } from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import { href, navigate } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { NeighbourButtons, OwnerBar } from '#features/desk/desk.shared.ts';
import { ageText } from '#kernel/age-text.ts';
import { paths } from '#kernel/paths.ts';
import { useCurrent, useSeen } from '#kernel/seen.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from './certification.module.css';
import { type Review, useWatch } from './certification-queries.ts';
import { CertificationTag } from './certification-rows.tsx';
import { DecisionDialog } from './decision-dialogs.tsx';
import { DocumentViewer } from './document-viewer.tsx';
import { FieldRow } from './field-row.tsx';
import { ReviewHistory, ReviewNotes, waitsForStaff } from './review-notes.tsx';
import { useDecision } from './use-decision.ts';

const subOf = ({ queue, status, submittedAt, ordinal, isCertified }: Review): string => {
  const place = status === 'pending' ? `待审核第\u00a0${queue.place}\u00a0份，共\u00a0${queue.waiting}\u00a0份` : '';
  const age = status === 'pending' ? `已等待 ${ageText(serverNow() - Date.parse(submittedAt))}` : '';
  const kind = isCertified ? '认证变更' : `第\u00a0${ordinal}\u00a0次提交`;
  return [place, age, kind].filter((part) => part !== '').join(' · ');
};

const pathOf = (submissionNo: string | null): string | undefined =>
  submissionNo === null ? undefined : paths.certification(submissionNo);

/** The company, its place in the queue, and the way to its neighbours. */
const ReviewHead = ({ review }: { review: Review }): JSX.Element => {
  const { companyName, queue } = review;
  return (
    <PageHead
      pageType="PC"
      title={companyName}
      sub={
        <>
          <CertificationTag {...review} /> {subOf(review)}
        </>
      }
      actions={
        <>
          <Button size="small" href={href(paths.certifications())}>
            全部申请
          </Button>
          <NeighbourButtons previous={pathOf(queue.previousNo)} next={pathOf(queue.nextNo)} unit="份" />
        </>
      }
    />
  );
};

interface DecisionBarProps {
  readonly marked: number;
  /** The merchant passes it by the amount of its transfer. */
  readonly isTransfer: boolean;
  readonly onAsk: (isPass: boolean) => void;
}

/** The decision, as the marks suggest it. */
const DecisionBar = ({ marked, isTransfer, onAsk }: DecisionBarProps): JSX.Element => (
  <div className={css.decide}>
    <span className={css.note}>{marked === 0 ? '没有标出要退回的项' : `${marked}\u00a0项退回`}</span>
    <Button aria-keyshortcuts="r" variant={marked > 0 ? 'danger' : 'secondary'} onClick={() => onAsk(false)}>
      退回 R
    </Button>
    {isTransfer ? null : (
      <Button aria-keyshortcuts="a" variant={marked > 0 ? 'secondary' : 'primary'} onClick={() => onAsk(true)}>
        通过 A
      </Button>
    )}
  </div>
);

/** A review: the documents beside the fields, a conclusion for each, and the decision. @source R11.4, ux "Console" */
export const ReviewPanel = ({ review, onRefresh }: { review: Review; onRefresh: () => void }): JSX.Element => {
  const { submissionNo, queue, files, status, isLatest } = review;
  const mayWrite = useAuth()['ops.customer.write'] === true;
  const watch = useWatch(submissionNo);
  const seen = useSeen({ id: submissionNo, version: review.version, steps: [...review.steps].reverse() });
  useCurrent({ newest: watch?.version, version: review.version, onRefresh });
  const decision = useDecision(review, mayWrite);
  const { documents, names, current, marks } = decision;
  const decided = (): void => {
    decision.clear();
    decision.setAsks(false);
    const next = queue.nextNo ?? queue.previousNo;
    navigate(next === null ? paths.certifications() : paths.certification(next));
  };
  return (
    <>
      <ReviewHead review={review} />
      {waitsForStaff(status) && isLatest ? (
        <OwnerBar kind="certification" objectId={submissionNo} mayTake={mayWrite} />
      ) : null}
      <ReviewNotes review={review} watch={watch} seen={seen} />
      <div className={mayWrite ? css.sides : undefined}>
        {mayWrite ? (
          <DocumentViewer
            submissionNo={submissionNo}
            files={files}
            shown={documents.shown}
            onShow={documents.show}
            view={documents.view}
            onView={documents.setView}
          />
        ) : null}
        <section className={css.panel} aria-label="填写的资料">
          <ul className={css.fields}>
            {names.map((name) => (
              <FieldRow
                key={name}
                review={review}
                name={name}
                isCurrent={name === current}
                reason={decision.reasonOf(name)}
                phrases={name === current ? decision.phrases : []}
                mayDecide={decision.mayDecide}
                mayReveal={mayWrite}
                onChoose={() => decision.choose(name)}
                onReason={(reason) => decision.mark(name, reason)}
              />
            ))}
          </ul>
          {decision.mayDecide ? (
            <DecisionBar marked={marks.length} isTransfer={status === 'pendingTransfer'} onAsk={decision.ask} />
          ) : null}
          <p className={css.note}>↑ ↓ 选字段 · 1–9 选原因 · E 写原因 · X 清除 · Z 放大 · J K 换一份</p>
          <ReviewHistory review={review} />
        </section>
      </div>
      {decision.asks ? (
        <DecisionDialog
          review={review}
          marks={marks}
          seen={seen}
          onClose={() => decision.setAsks(false)}
          onDecided={decided}
        />
      ) : null}
    </>
  );
};
