import { billDirectionNames } from '@ronghui/domain/bill';
import { rmbText, yuanInCapitals } from '@ronghui/domain/money';
import {
  Amount,
  DetailHead,
  Drawer,
  EmptyState,
  Facts,
  factsOf,
  PageState,
  PrintHead,
  PrintOnPhone,
  Skeleton,
} from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import { WhenSeen } from '@ronghui/web/screen/when-seen';
import { type JSX, type ReactNode, useEffect, useEffectEvent } from 'react';
import { usePresent } from '#features/order/order.shared.ts';
import { useIsOnlyApprover } from '#features/tenant/tenant.shared.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { usePaper } from '#kernel/paper.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import { type BillDetail, useBill } from '../bill-queries.ts';
import { BillTag } from '../bill-rows.tsx';
import { usePaperLines } from '../paper/use-paper-lines.ts';
import { AmountOrigin } from './amount-origin.tsx';
import { BillActions } from './bill-actions.tsx';
import { BillComparison } from './bill-comparison.tsx';
import { billFacts } from './bill-facts.tsx';
import { loadBillParts } from './bill-parts.ts';
import { BillSlip } from './bill-slip.tsx';
import { type BillStep, stepOf } from './bill-step.ts';
import css from './statement.module.css';
import { StatementSection } from './statement-section.tsx';

const restWaiting = <Skeleton shape="row" count={5} />;
const BillRest = lazyPart(loadBillParts.rest, restWaiting);
const BillPaper = lazyPart(loadBillParts.paper);

interface DrawerProps {
  readonly billNo: string;
  /** The reference of a line that is looked for in it. */
  readonly line?: string;
  readonly onClose: () => void;
}

/** One bill as a statement: its amount, what to do now, how it came about, its lines, and its history. @source R10.3 */
export const BillDrawer = ({ billNo, line = '', onClose }: DrawerProps): JSX.Element => {
  const { state, query } = useBill(billNo);
  usePageTitle(`账单 ${billNo}`);
  const paper = usePaperLines(billNo);
  const bill = state.status === 'ready' ? state.data : undefined;
  const mayApprove = useAuth()['bill.approve'] === true;
  // Who may approve bills, and not this one, has confirmed it.
  const isOnlyApprover = useIsOnlyApprover(mayApprove && bill?.approval === 'waiting' && !bill.canApprove);
  const until = bill === undefined ? undefined : stepOf(bill, 0).until;
  const now = usePresent(until);
  const isPast = until !== undefined && Date.parse(until) <= now;
  const reload = useEffectEvent(() => void query.refetch());
  // The clock confirms at its moment: the page asks for the bill as it is from then on.
  useEffect(() => {
    if (isPast) reload();
  }, [isPast]);
  return (
    <Drawer
      open
      size="large"
      onClose={onClose}
      title="账单详情"
      actions={
        bill === undefined ? undefined : <BillActions bill={bill} onPrint={paper.start} isPrinting={paper.isReading} />
      }
    >
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={<EmptyState kind="search" title="没有这张账单" text="请核对账单号，或切换到它所属的商户。" />}
        onRetry={() => void query.refetch()}
      >
        {(detail) => (
          <>
            <Body
              bill={detail}
              step={stepOf(detail, now, isOnlyApprover)}
              line={line}
              now={now}
              isOnPaper={paper.lines !== undefined}
            >
              <PrintOnPhone onPrint={paper.start} isPrinting={paper.isReading} />
            </Body>
            {paper.lines === undefined ? null : <BillPaper bill={detail} lines={paper.lines} />}
          </>
        )}
      </PageState>
    </Drawer>
  );
};

interface BodyProps {
  readonly bill: BillDetail;
  readonly step: BillStep;
  readonly line: string;
  /** @unit epoch ms */
  readonly now: number;
  /** The paper is printed in its place. */
  readonly isOnPaper: boolean;
  /** Below everything. */
  readonly children: ReactNode;
}

const Body = ({ bill, step, line, now, isOnPaper, children }: BodyProps): JSX.Element => (
  <div className={isOnPaper ? `${css.body} ${css.onScreen}` : css.body}>
    <PrintHead {...usePaper()} title={`账单 ${bill.billNo}`} />
    <Head bill={bill} />
    <BillSlip bill={bill} step={step} now={now} />
    <StatementSection title="金额是怎么来的">
      <AmountOrigin bill={bill} />
    </StatementSection>
    <StatementSection title="与上期比较">
      <BillComparison bill={bill} />
    </StatementSection>
    <StatementSection title="账单信息">
      <Facts columns={2} items={factsOf(bill, billFacts)} />
      <p>
        <a href={href(paths.feedback({ billNo: bill.billNo }))}>这张账单的差异反馈</a>
        {' · '}
        <a href={href(paths.chat({ card: `bill.${bill.billNo}` }))}>咨询这张账单</a>
      </p>
    </StatementSection>
    {line === '' ? (
      <WhenSeen waiting={restWaiting} orAfterMs={3_000}>
        <BillRest bill={bill} line="" />
      </WhenSeen>
    ) : (
      <BillRest bill={bill} line={line} />
    )}
    {children}
  </div>
);

/** The amount and what it is for. */
const Head = ({ bill }: { bill: BillDetail }): JSX.Element => (
  <DetailHead
    subject={`${bill.stageName} · ${bill.productName} · ${bill.orgName}`}
    tag={<BillTag bill={bill} />}
    word={billDirectionNames[bill.direction]}
    main={<Amount text={rmbText(bill.amount)} size="statement" />}
    note={yuanInCapitals(bill.amount)}
    parties={`${bill.payer} → ${bill.receiver}`}
  />
);
