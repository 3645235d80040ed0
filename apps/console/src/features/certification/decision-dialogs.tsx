import type { CertificationField } from '@ronghui/domain/certification-form';
import { Button, Dialog, Facts } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useEffect, useRef, useState } from 'react';
import { approve, type Review, reject } from './certification-queries.ts';
import { statusNames } from './certification-words.ts';
import { labelOf } from './review-fields.ts';
import { obstacleOf, ReviewChanged, type SeenReview } from './review-notes.tsx';

/** A field and why it is wrong. */
export interface Mark {
  readonly field: CertificationField;
  readonly reason: string;
}

interface DecisionProps {
  readonly review: Review;
  /** The fields that are sent back; without any the company passes. */
  readonly marks: readonly Mark[];
  readonly seen: SeenReview;
  readonly onClose: () => void;
  readonly onDecided: () => void;
}

/** Says what the decision will do, and takes it. */
export const DecisionDialog = ({ review, marks, seen, onClose, onDecided }: DecisionProps): JSX.Element => {
  const { submissionNo, version, companyName, isCertified } = review;
  const attempt = useAttemptKey();
  const [isRunning, setRunning] = useState(false);
  const isPass = marks.length === 0;
  const confirm = useRef<HTMLButtonElement>(null);
  // A modal gives its focus to its close button; here Enter is the answer.
  useEffect(() => {
    confirm.current?.focus();
  }, []);
  const decide = async (): Promise<void> => {
    setRunning(true);
    try {
      const { status } = isPass
        ? await attempt({ submissionNo, version }, approve)
        : await attempt({ submissionNo, version, reasons: [...marks] }, reject);
      showToast('ok', `${companyName}：${statusNames[status]}`);
      onDecided();
    } catch (error) {
      showError('ops.certification.approve', error);
      onClose();
    } finally {
      setRunning(false);
    }
  };
  return (
    <Dialog
      open
      title={isPass ? `通过 ${companyName}` : `退回 ${companyName}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            variant={isPass ? 'primary' : 'danger'}
            ref={confirm}
            loading={isRunning}
            disabled={seen.since !== undefined || obstacleOf(review) !== null}
            onClick={() => void decide()}
          >
            {isPass ? '通过' : '退回'}
          </Button>
        </>
      }
    >
      <ReviewChanged seen={seen} />
      {isPass ? (
        <p>
          通过之后，{isCertified ? '新的资料立即生效' : '账单、对账与导出会为商户打开'}
          ，并通知商户；开启了打款验证的，先向对公账户转一笔不足一元的款。
        </p>
      ) : (
        <>
          <p>{`商户会收到通知，看到下面 ${marks.length}\u00a0项的原因，更正后可以重新提交。`}</p>
          <Facts items={marks.map(({ field, reason }) => ({ label: labelOf(field), value: reason }))} />
        </>
      )}
    </Dialog>
  );
};
