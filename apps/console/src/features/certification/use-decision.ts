import type { CertificationField } from '@ronghui/domain/certification-form';
import { useDraft } from '@ronghui/web/forms/draft';
import { showToast } from '@ronghui/web/screen/toasts';
import { useState } from 'react';
import { firstView, larger } from '#features/file/file.shared.ts';
import { type Review, usePhrases } from './certification-queries.ts';
import { phrasesFor } from './certification-words.ts';
import type { Mark } from './decision-dialogs.tsx';
import { documentFor, reviewedFields } from './review-fields.ts';
import { obstacleOf } from './review-notes.tsx';
import { useReviewKeys } from './use-review-keys.ts';

type Reasons = Readonly<Partial<Record<CertificationField, string>>>;
const noReasons: Reasons = {};

/** The marked fields of a review, kept over an error and a reload. */
const useMarks = (review: Review, names: readonly CertificationField[]) => {
  const { fields, change, clear } = useDraft<Reasons>(`certification-${review.submissionNo}`, noReasons);
  const marks: readonly Mark[] = names.flatMap((field) => {
    const reason = fields[field]?.trim() ?? '';
    return reason === '' ? [] : [{ field, reason }];
  });
  const mark = (field: CertificationField, reason: string): void => change({ [field]: reason });
  return { reasonOf: (field: CertificationField) => fields[field] ?? '', marks, mark, clear };
};

/** The document in sight, and how it is looked at. */
const useDocuments = ({ files }: Review) => {
  const [shown, setShown] = useState<string>('licenseFileId');
  const [view, setView] = useState(firstView);
  const show = (field: string): void => {
    if (field === shown || !files.some((file) => file.field === field)) return;
    setShown(field);
    setView(firstView);
  };
  return { shown, view, show, setView };
};

/** Why the question of a decision is not asked; undefined where it is. */
const refusalOf = ({ status, endedConsents, isTakenElsewhere }: Review, isPass: boolean, marked: number) => {
  if (!isPass) return marked === 0 ? '请先选一项，写明为什么退回' : undefined;
  if (status === 'pendingTransfer') return '商户填回打款金额之后通过，这里只能退回';
  if (marked > 0) return '已标出要退回的项；要通过，请先清除';
  return endedConsents > 0 || isTakenElsewhere ? '这份申请不能通过，原因见页首' : undefined;
};

/** The state of a review, and its steps by mouse and by keyboard. */
export const useDecision = (review: Review, mayWrite: boolean) => {
  const names = reviewedFields(review.form);
  const { marks, mark, ...rest } = useMarks(review, names);
  const documents = useDocuments(review);
  const [current, setCurrent] = useState<CertificationField>(names[0] ?? 'companyName');
  const [asks, setAsks] = useState(false);
  const phrases = phrasesFor(current, usePhrases(mayWrite));
  const mayDecide = mayWrite && obstacleOf(review) === null;
  const choose = (name: CertificationField | undefined): void => {
    if (name === undefined) return;
    setCurrent(name);
    documents.show(documentFor(name));
  };
  const ask = (isPass: boolean): void => {
    if (!mayDecide) return;
    const refusal = refusalOf(review, isPass, marks.length);
    if (refusal === undefined) setAsks(true);
    else showToast('warn', refusal);
  };
  useReviewKeys({
    down: () => choose(names[names.indexOf(current) + 1]),
    up: () => choose(names[names.indexOf(current) - 1]),
    phrase: (digit) => {
      const phrase = phrases[digit - 1];
      if (mayDecide && phrase !== undefined) mark(current, phrase);
    },
    clear: () => mark(current, ''),
    write: () => document.getElementById(`reason-${current}`)?.focus(),
    zoom: () => documents.setView(larger),
    approve: () => ask(true),
    reject: () => ask(false),
  });
  return { ...rest, marks, mark, names, documents, current, choose, phrases, mayDecide, asks, setAsks, ask };
};
