import { feedbackStatusNames } from '@ronghui/domain/feedback';
import { rmbText } from '@ronghui/domain/money';
import { Button, Callout, Facts } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './feedback.module.css';
import type { FeedbackCase } from './feedback-queries.ts';
import { titleOf } from './feedback-words.ts';

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
    value: message.content === '' ? `${message.files.length}\u00a0个附件` : message.content,
  })),
  ...found.formerProposals
    .slice(0, found.formerProposals.length - base.formerProposals.length)
    .map(({ proposalNo, by, toAmount, decisionReason }) => ({
      label: `第\u00a0${proposalNo}\u00a0次提出的答复`,
      value: `${by} 拟调整为 ${rmbText(toAmount)}${decisionReason === undefined ? '' : `，已退回：${decisionReason}`}`,
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
      <p>填写期间这条反馈有了变化，您填写的还在。</p>
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
