import { feedbackStatusNames } from '@ronghui/domain/feedback';
import { rmbText } from '@ronghui/domain/money';
import { Button, Callout, Facts, formatDateTime, takenText } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './feedback.module.css';
import type { FeedbackCase, Proposal } from './feedback-queries.ts';
import { decisionNames, titleOf } from './feedback-words.ts';

type Message = FeedbackCase['messages'][number];

const messageText = ({ by, at, content, files }: Message): string =>
  `${by === '' ? '商户' : by} 于 ${formatDateTime(at)}：${content === '' ? `${files.length}\u00a0个附件` : content}`;

const decisionText = ({ decision, decidedBy = '', decidedAt, decisionReason }: Proposal): string =>
  decision === undefined || decidedAt === undefined
    ? ''
    : `，${takenText({ by: decidedBy, at: decidedAt, what: decisionNames[decision] })}${decisionReason === undefined ? '' : `：${decisionReason}`}`;

/** What of a case differs from what an answer was begun on, in words. */
const changesOf = (base: FeedbackCase, found: FeedbackCase) => [
  ...(base.status === found.status
    ? []
    : [{ label: '状态', value: `${feedbackStatusNames[base.status]} → ${feedbackStatusNames[found.status]}` }]),
  ...(base.billAmount === found.billAmount
    ? []
    : [{ label: '账单金额', value: `${rmbText(base.billAmount)} → ${rmbText(found.billAmount)}` }]),
  ...found.messages.slice(base.messages.length).map((message, at) => ({
    label: `新的${titleOf(message)}${at === 0 ? '' : ` ${at + 1}`}`,
    value: messageText(message),
  })),
  ...found.formerProposals.slice(0, found.formerProposals.length - base.formerProposals.length).map((proposal) => ({
    label: `第\u00a0${proposal.proposalNo}\u00a0次提出的答复`,
    value: `${proposal.by} 拟调整为 ${rmbText(proposal.toAmount)}${decisionText(proposal)}`,
  })),
];

interface CaseChangedProps {
  readonly base: FeedbackCase;
  readonly found: FeedbackCase;
  readonly onSeen: () => void;
  readonly onRefresh: () => void;
}

/** Something was added while an answer was being written: it is shown, and what was typed stays. @source R4.12 */
export const CaseChanged = ({ base, found, onSeen, onRefresh }: CaseChangedProps): JSX.Element => (
  <Callout tone="warn" role="alert">
    <div className={css.stack}>
      <p>填写期间这条反馈{takenText(found.last, base.last)}，您填写的还在。</p>
      <Facts items={changesOf(base, found)} />
      <div className={css.actions}>
        <Button size="small" onClick={onSeen}>
          已看过，继续答复
        </Button>
        <Button size="small" onClick={onRefresh}>
          再刷新
        </Button>
      </div>
    </div>
  </Callout>
);
