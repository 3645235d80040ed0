import { billDirectionNames } from '@ronghui/domain/bill';
import { differenceOf, rmbText } from '@ronghui/domain/money';
import {
  Amount,
  Button,
  CopyButton,
  DateTime,
  EmptyState,
  Facts,
  PageHead,
  PageState,
  PrintHead,
  PrintOnPhone,
  Skeleton,
} from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { JSX, ReactNode } from 'react';
import type { PageProps } from '#kernel/page-props.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { usePaper } from '#kernel/paper.ts';
import { paths } from '#kernel/paths.ts';
import { sideNames } from '../run-words.ts';
import { OpenDifferences } from './open-differences.tsx';
import { type Statement, useStatement } from './result-queries.ts';
import { counted, signedCount, signedText } from './result-words.ts';
import { rulesText, toleranceText } from './run-facts.tsx';
import css from './statement.module.css';
import { bothOf, countDifference, KindTable } from './tie-out.tsx';

/** The statement of a closed run, on the screen and on A4. @source R13.4, ux "It prints on A4" */
export const StatementPage = ({ params: { runId = '' } }: PageProps): JSX.Element => {
  const { state, query, isOpen } = useStatement(runId);
  const pageType = usePageType();
  usePageTitle('对账结果单');
  const back = <Button href={href(paths.reconRun(runId))}>{isOpen ? '回到对账结果' : '查看对账结果'}</Button>;
  return (
    <>
      <div className={css.screenOnly}>
        <PageHead
          pageType={pageType}
          title="对账结果单"
          actions={
            state.status === 'ready' && pageType === 'PC' ? (
              <>
                {back}
                <Button variant="primary" onClick={() => print()}>
                  打印
                </Button>
              </>
            ) : undefined
          }
        />
      </div>
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={10} />}
        empty={
          <EmptyState
            title={isOpen ? '这次对账还没有结束' : '没有这份对账结果单'}
            text={isOpen ? '结束对账后生成对账结果单。' : '请核对地址，或切换到它所属的商户。'}
            action={isOpen ? back : undefined}
          />
        }
        onRetry={() => void query.refetch()}
      >
        {(statement) => (
          <>
            <Paper statement={statement} />
            {pageType === 'H5' ? (
              <div className={css.screenOnly}>
                <PrintOnPhone onPrint={() => print()} />
              </div>
            ) : null}
          </>
        )}
      </PageState>
    </>
  );
};

const Paper = ({ statement }: { statement: Statement }): JSX.Element => {
  const { run, tenantName } = statement;
  const { totals = [], stageName, side, direction } = run;
  const both = bothOf(totals);
  const paper = usePaper();
  return (
    <article className={css.paper}>
      <PrintHead {...paper} party={tenantName === '' ? paper.party : tenantName} title="对账结果单" />
      <div className={css.head}>
        <h2 className={css.title}>
          {stageName} · {billDirectionNames[direction]}
          {sideNames[side]}对账结果单
        </h2>
        <p className={css.mut}>{tenantName}</p>
      </div>
      <dl className={css.tie}>
        <Side name="商户账" rows={counted(both.ledgerCount, '行')} amount={rmbText(both.ledgerAmount)} />
        <Side
          name="＋ 差异"
          rows={`${signedCount(countDifference(both))}\u00a0行`}
          amount={signedText(differenceOf(both.lineAmount, both.ledgerAmount))}
        />
        <Side name="＝ 平台账" rows={counted(both.lineCount, '行')} amount={rmbText(both.lineAmount)} />
      </dl>
      <Part title="按分类">
        <KindTable totals={totals} />
        <HandledLine statement={statement} />
        <OpenDifferences run={run} />
      </Part>
      <Part title="依据">
        <Basis statement={statement} />
        <Bills bills={statement.bills ?? []} />
      </Part>
      <Part title="结束">
        <p>
          {run.closedBy} 于 {run.closedAt === undefined ? '—' : <DateTime value={run.closedAt} precision="second" />}{' '}
          结束
        </p>
      </Part>
      <Part title="校验码">
        <Digest label="对账结果单校验码" value={statement.sha256} />
        <p className={css.mut}>
          {statement.version === undefined
            ? '由商户、账期、商户账文件、平台账和按分类的合计计算（SHA-256），其中任何一项有改动，校验码就会不同。'
            : '由商户、账期、容差、商户账文件、账单名单、按分类的合计，以及每一项两边的行、分类、依据、备注和处理计算（SHA-256），其中任何一项有改动，校验码就会不同。'}
          需要核验时，把这份对账结果单交给我们即可。
        </p>
      </Part>
      <div className={css.signs} aria-hidden="true">
        <span>制表</span>
        <span>复核</span>
        <span>日期</span>
      </div>
    </article>
  );
};

/** What was accepted, what is in feedback, and what is left. */
const HandledLine = ({ statement: { run } }: { statement: Statement }): JSX.Element => {
  const { totals = [], differencesLeft = 0 } = run;
  const accepted = totals.reduce((sum, each) => sum + each.accepted, 0);
  const sent = totals.reduce((sum, each) => sum + each.sent, 0);
  const listed = (items: number, search: Readonly<Record<string, string>>): ReactNode =>
    items === 0 ? counted(items, '项') : <a href={href(paths.reconRun(run.runId, search))}>{counted(items, '项')}</a>;
  return (
    <p>
      差异中已认可 {listed(accepted, { view: 'all', state: 'accepted' })}，已提差异反馈{' '}
      {listed(sent, { view: 'all', state: 'sent' })}，未处理 {listed(differencesLeft, {})}。
    </p>
  );
};

const Basis = ({ statement: { run, linesSha256, items } }: { statement: Statement }): JSX.Element => {
  const { name, size, sha256, madeOf, rows, skipped = [] } = run;
  return (
    <Facts
      items={[
        { label: '商户账文件', value: `${name}（${size.toLocaleString('en-US')}\u00a0字节）` },
        { label: '文件校验码', value: <Code value={sha256} /> },
        {
          label: '文件行数',
          value:
            rows === undefined
              ? undefined
              : [
                  `数据 ${counted(rows, '行')}`,
                  ...skipped.map(({ reason, rows: left }) => `${reason} ${counted(left, '行')}（跳过）`),
                ].join('，'),
        },
        {
          label: '平台账',
          value:
            madeOf === undefined ? undefined : (
              <>
                已出账单 {counted(madeOf.bills, '张')}，账单金额 {rmbText(madeOf.amount)}
                {madeOf.adjusted === 0 ? '' : `，其中调整 ${signedText(madeOf.adjusted)}`}，截至{' '}
                <DateTime value={madeOf.asOf} precision="second" />
              </>
            ),
        },
        { label: '平台账校验码', value: linesSha256 === '' ? undefined : <Code value={linesSha256} /> },
        {
          label: '逐项校验码',
          value:
            items === undefined ? undefined : (
              <>
                {counted(items.count, '项')}：两边的行 <Code value={items.rowsSha256} />
                ，分类与依据 <Code value={items.conclusionsSha256} />
                ，备注与处理 <Code value={items.decisionsSha256} />
              </>
            ),
        },
        { label: '容差', value: toleranceText(run) },
        { label: '差异规则', value: rulesText(run) },
      ]}
    />
  );
};

/** How many bills are listed; all are covered by the digest. */
const listedBills = 200;

const Bills = ({ bills }: { bills: NonNullable<Statement['bills']> }): JSX.Element | null =>
  bills.length === 0 ? null : (
    <p>
      账单：
      {bills
        .slice(0, listedBills)
        .map(({ billNo, amount }) => `${billNo}（${rmbText(amount)}）`)
        .join('、')}
      {bills.length > listedBills ? `等\u00a0${counted(bills.length, '张')}` : ''}
    </p>
  );

const Side = ({ name, rows, amount }: { name: string; rows: string; amount: string }): JSX.Element => (
  <div>
    <dt className={css.mut}>
      {name} · {rows}
    </dt>
    <dd>
      <Amount text={amount} size="medium" />
    </dd>
  </div>
);

const Part = ({ title, children }: { title: string; children: ReactNode }): JSX.Element => (
  <section className={css.part}>
    <h3 className={css.partTitle}>{title}</h3>
    {children}
  </section>
);

const Code = ({ value }: { value: string }): JSX.Element => <span className={css.digest}>{value}</span>;

const Digest = ({ label, value }: { label: string; value: string }): JSX.Element => (
  <p>
    <Code value={value} />{' '}
    <span className={css.screenOnly}>
      <CopyButton text={value} label={`复制${label}`} />
    </span>
  </p>
);
