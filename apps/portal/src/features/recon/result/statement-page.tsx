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
import { type Statement, useStatement } from './result-queries.ts';
import { counted, signedText } from './result-words.ts';
import { toleranceText } from './run-facts.tsx';
import css from './statement.module.css';
import { bothOf, KindTable } from './tie-out.tsx';

/** The statement of a closed run, on the screen and on A4. @source R13.4, ux "It prints on A4" */
export const StatementPage = ({ params: { runId = '' } }: PageProps): JSX.Element => {
  const { state, query, isOpen } = useStatement(runId);
  const pageType = usePageType();
  usePageTitle('对账单');
  const back = <Button href={href(paths.reconRun(runId))}>{isOpen ? '回到对账结果' : '查看对账结果'}</Button>;
  return (
    <>
      <div className={css.screenOnly}>
        <PageHead
          pageType={pageType}
          title="对账单"
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
            title={isOpen ? '这次对账还没有结束' : '没有这份对账单'}
            text={isOpen ? '结束对账后生成对账单。' : '请核对地址，或切换到它所属的商户。'}
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
      <PrintHead {...paper} party={tenantName === '' ? paper.party : tenantName} title="对账单" />
      <div className={css.head}>
        <h2 className={css.title}>
          {stageName} · {billDirectionNames[direction]}
          {sideNames[side]}对账单
        </h2>
        <p className={css.mut}>{tenantName}</p>
      </div>
      <dl className={css.tie}>
        <Side name="商户账" count={both.ledgerCount} amount={rmbText(both.ledgerAmount)} />
        <Side name="＋ 差异" amount={signedText(differenceOf(both.lineAmount, both.ledgerAmount))} />
        <Side name="＝ 平台账" count={both.lineCount} amount={rmbText(both.lineAmount)} />
      </dl>
      <Part title="按分类">
        <KindTable totals={totals} />
        <HandledLine statement={statement} />
      </Part>
      <Part title="依据">
        <Basis statement={statement} />
      </Part>
      <Part title="结束">
        <p>
          {run.closedBy} 于 {run.closedAt === undefined ? '—' : <DateTime value={run.closedAt} precision="second" />}{' '}
          结束
        </p>
      </Part>
      <Part title="校验码">
        <Digest label="对账单校验码" value={statement.sha256} />
        <p className={css.mut}>
          由商户、账期、商户账文件、平台账各行、每一项的结论和两边合计计算（SHA-256），其中任何一项有改动，校验码就会不同。需要核验时，把这份对账单交给我们即可。
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
  return (
    <p>
      差异中已认可 {counted(accepted, '项')}，已提差异反馈 {counted(sent, '项')}，未处理{' '}
      {counted(differencesLeft, '项')}。
    </p>
  );
};

const Basis = ({ statement: { run, linesSha256 } }: { statement: Statement }): JSX.Element => {
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
        { label: '容差', value: toleranceText(run) },
      ]}
    />
  );
};

const Side = ({ name, count, amount }: { name: string; count?: number; amount: string }): JSX.Element => (
  <div>
    <dt className={css.mut}>
      {name}
      {count === undefined ? '' : ` · ${counted(count, '行')}`}
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
