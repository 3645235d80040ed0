import { billDirectionNames, billStatusNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import {
  Amount,
  Button,
  Callout,
  DateTime,
  type DetailFacts,
  Drawer,
  EmptyState,
  Facts,
  factsOf,
  PageState,
  Skeleton,
} from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePartPress } from '@ronghui/web/navigation/part-press';
import { type JSX, type ReactNode, useState } from 'react';
import { ContactLink } from '#kernel/contact-link.tsx';
import { usePageTitle } from '#kernel/page-title.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from './feedback.module.css';
import { loadWithdrawQuestion } from './feedback-parts.ts';
import { type FeedbackDetail, useFeedback } from './feedback-queries.ts';
import { FeedbackRating } from './feedback-rating.tsx';
import { FeedbackReply } from './feedback-reply.tsx';
import { differenceText, FeedbackTags, isDue, lastDay, scopeText } from './feedback-rows.tsx';
import { effectText, FeedbackThread } from './feedback-thread.tsx';

const WithdrawQuestion = lazyPart(loadWithdrawQuestion);

/** One feedback: the claim with its difference, the answer, the thread, and what the merchant can do now. @source R10.4 */
export const FeedbackDrawer = ({ feedbackNo, onClose }: { feedbackNo: string; onClose: () => void }): JSX.Element => {
  const { state, query } = useFeedback(feedbackNo);
  const mayWrite = useAuth()['feedback.write'] === true;
  const [asks, setAsks] = useState<'reopen' | 'withdraw'>();
  usePageTitle(`差异反馈 ${feedbackNo}`);
  const feedback = state.status === 'ready' ? state.data : undefined;
  return (
    <Drawer
      open
      size="large"
      onClose={onClose}
      title="差异反馈详情"
      actions={
        feedback === undefined || !mayWrite ? undefined : (
          <Actions feedback={feedback} isReopening={asks === 'reopen'} onAsk={setAsks} />
        )
      }
    >
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={<EmptyState kind="search" title="没有这条反馈" text="请核对反馈编号，或切换到它所属的商户。" />}
        onRetry={() => void query.refetch()}
      >
        {(detail) => (
          <Body
            feedback={detail}
            mayWrite={mayWrite}
            isReopening={asks === 'reopen' && detail.canReopen}
            onReopened={() => setAsks(undefined)}
          />
        )}
      </PageState>
      {asks === 'withdraw' && feedback !== undefined ? (
        <WithdrawQuestion feedback={feedback} onClose={() => setAsks(undefined)} />
      ) : null}
    </Drawer>
  );
};

interface ActionsProps {
  readonly feedback: FeedbackDetail;
  readonly isReopening: boolean;
  readonly onAsk: (what: 'reopen' | 'withdraw') => void;
}

const Actions = ({ feedback, isReopening, onAsk }: ActionsProps): JSX.Element | null => {
  if (isDue(feedback)) return <Withdraw onPress={() => onAsk('withdraw')} />;
  return feedback.canReopen && !isReopening ? <Button onClick={() => onAsk('reopen')}>仍有异议</Button> : null;
};

const Withdraw = ({ onPress }: { onPress: () => void }): JSX.Element => (
  <Button variant="ghost" {...usePartPress(loadWithdrawQuestion, onPress)}>
    撤回反馈
  </Button>
);

interface BodyProps {
  readonly feedback: FeedbackDetail;
  readonly mayWrite: boolean;
  readonly isReopening: boolean;
  readonly onReopened: () => void;
}

const Body = ({ feedback, mayWrite, isReopening, onReopened }: BodyProps): JSX.Element => (
  <div className={css.body}>
    <div className={css.head}>
      <div>
        <h3 className={css.name}>
          {feedback.stageName} {feedback.productName}
        </h3>
        <p className={css.mut}>{scopeText(feedback.lineCount)}</p>
      </div>
      <FeedbackTags {...feedback} />
    </div>
    <Standing feedback={feedback} />
    <Section title="主张">
      <Claim feedback={feedback} />
      <Facts columns={2} items={factsOf(feedback, feedbackFacts)} />
    </Section>
    {feedback.lines.length === 0 ? null : (
      <Section title={`主张涉及的明细（${feedback.lines.length}\u00a0条）`}>
        <ClaimedLines feedback={feedback} />
      </Section>
    )}
    <Section title="往来记录">
      <FeedbackThread feedback={feedback} />
    </Section>
    {feedback.answer !== undefined && mayWrite ? <FeedbackRating feedback={feedback} /> : null}
    {mayWrite && isDue(feedback) ? <FeedbackReply key="reply" feedback={feedback} reopens={false} /> : null}
    {mayWrite && isReopening ? (
      <Section title="再次提出">
        <FeedbackReply key="reopen" feedback={feedback} reopens onSent={onReopened} />
      </Section>
    ) : null}
  </div>
);

const Section = ({ title, children }: { title: string; children: ReactNode }): JSX.Element => (
  <section className={css.section}>
    <h3 className={css.title}>{title}</h3>
    {children}
  </section>
);

/** Where it stands: what is awaited and by when, or what was answered. */
const Standing = ({ feedback }: { feedback: FeedbackDetail }): JSX.Element => {
  const { answer, answerBy, withdrawn, late } = feedback;
  if (withdrawn) return <Callout>这条反馈已撤回，账单回到待确认。</Callout>;
  if (answer === undefined) {
    const day = <DateTime value={lastDay(answerBy)} precision="date" />;
    return late ? (
      <Callout tone="warn">
        平台应在 {day} 前答复，现已逾期。我们正在催办，您也可以
        <ContactLink />。
      </Callout>
    ) : (
      <Callout>平台将在 {day} 前答复；期间账单不能确认。</Callout>
    );
  }
  return (
    <Callout tone={answer.action === 'reject' ? 'bad' : 'info'}>
      {effectText(answer)}。{answer.reason}
      {late ? '（逾期答复）' : ''}
    </Callout>
  );
};

const Claim = ({ feedback: { claimedAmount, standingAmount } }: { feedback: FeedbackDetail }): JSX.Element => (
  <div className={css.change}>
    <span>
      账单所示 <Amount text={rmbText(standingAmount)} />
    </span>
    <span>
      主张 <Amount text={rmbText(claimedAmount)} />
    </span>
    <span>
      相差 <Amount text={differenceText({ claimed: claimedAmount, standing: standingAmount })} size="medium" />
    </span>
  </div>
);

const feedbackFacts: DetailFacts<FeedbackDetail> = {
  feedbackNo: { label: '反馈编号', value: ({ feedbackNo }) => feedbackNo },
  billNo: { label: '账单', value: ({ billNo }) => <a href={href(paths.bill(billNo))}>{billNo}</a> },
  orgName: { label: '机构', value: ({ orgName }) => orgName },
  direction: { label: '方向', value: ({ direction }) => billDirectionNames[direction] },
  billAmount: { label: '账单现金额', value: ({ billAmount }) => <Amount text={rmbText(billAmount)} /> },
  billStatus: { label: '账单状态', value: ({ billStatus }) => billStatusNames[billStatus] },
  createdAt: { label: '提出时间', value: ({ createdAt }) => <DateTime value={createdAt} /> },
  stageName: 'elsewhere',
  productName: 'elsewhere',
  status: 'elsewhere',
  withdrawn: 'elsewhere',
  claimedAmount: 'elsewhere',
  standingAmount: 'elsewhere',
  lineCount: 'elsewhere',
  answerBy: 'elsewhere',
  late: 'elsewhere',
  version: 'notShown',
  reason: 'elsewhere',
  lineIds: 'notShown',
  lines: 'elsewhere',
  messages: 'elsewhere',
  reopened: 'notShown',
  canReopen: 'elsewhere',
  answer: 'elsewhere',
  rated: 'elsewhere',
};

const ClaimedLines = ({ feedback: { lines, billNo } }: { feedback: FeedbackDetail }): JSX.Element => (
  <ul className={css.chosen} aria-label="主张涉及的明细">
    {lines.map(({ lineId, loanNo, amount }) => (
      <li key={lineId} className={css.line}>
        <a href={href(paths.bill(billNo, { line: loanNo }))}>{loanNo}</a>
        <Amount text={rmbText(amount)} />
      </li>
    ))}
  </ul>
);
