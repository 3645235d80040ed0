import { DateTime, Dialog, EmptyState, PageState, Skeleton, Tag, Timeline, type TimelineStep } from '@ronghui/ui';
import { queryStatus } from '@ronghui/web/state/query-status';
import type { JSX } from 'react';
import { type BillRule, useBillRule } from '../bill-queries.ts';
import css from './statement.module.css';

interface RuleProps {
  readonly billNo: string;
  readonly ruleId: string;
  /** The version that is asked for. */
  readonly version: number;
  readonly onClose: () => void;
}

/** A rule as a whole behind a bill: its versions with their numbers, from when each holds, who made it, and what it made of the bill. */
export const RuleDialog = ({ billNo, ruleId, version, onClose }: RuleProps): JSX.Element => {
  const query = useBillRule(billNo, ruleId);
  return (
    <Dialog open size="medium" title="计费规则" onClose={onClose}>
      <PageState
        state={queryStatus('bill.rule', query)}
        loading={<Skeleton shape="row" count={4} />}
        empty={<EmptyState kind="search" title="没有这条规则" />}
        onRetry={() => void query.refetch()}
      >
        {(rule) => <Versions rule={rule} asked={version} />}
      </PageState>
    </Dialog>
  );
};

/** 积分商城，杭州银行西湖支行 */
const scopeText = ({ productName, orgName, isOwn }: BillRule): string =>
  `${productName}，${orgName ?? '所有机构'}${isOwn ? '，与贵司单独约定' : '，所有商户一致'}`;

const Versions = ({ rule, asked }: { rule: BillRule; asked: number }): JSX.Element => (
  <div className={css.versions}>
    <p>适用于：{scopeText(rule)}。每一版按明细的日期生效，之前的账单不受以后版本的影响。</p>
    <Timeline
      label="规则的各个版本，最新的在前"
      steps={rule.versions.map((version) => stepOf(version, version.version === asked))}
    />
  </div>
);

const stepOf = ({ version, text, by, at, inBill }: BillRule['versions'][number], isAsked: boolean): TimelineStep => ({
  key: String(version),
  title: (
    <span className={css.versionHead} {...(isAsked && { 'aria-current': 'true' as const })}>
      第 {version} 版{inBill === undefined ? null : <Tag tone="info">用于本账单</Tag>}
    </span>
  ),
  text: (
    <>
      {text}
      {inBill === undefined ? null : <span className={css.inBill}>{inBill.text}</span>}
    </>
  ),
  note: (
    <>
      {by} · <DateTime value={at} /> 制定
    </>
  ),
  tone: inBill === undefined ? 'done' : 'now',
});
