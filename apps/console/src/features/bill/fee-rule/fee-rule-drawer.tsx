import {
  Button,
  DateTime,
  Drawer,
  EmptyState,
  Facts,
  PageState,
  Skeleton,
  Timeline,
  type TimelineStep,
} from '@ronghui/ui';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useState } from 'react';
import { usePageTitle } from '#kernel/page-title.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from '../billing.module.css';
import { FeeRuleEditor } from './fee-rule-editor.tsx';
import { type FeeRule, type FeeRuleVersion, useFeeRule, useFeeRuleVersions } from './fee-rule-queries.ts';
import { scopeText } from './fee-rule-rows.tsx';

/** A rule: whom it is for, and its versions as merchants read them. @source R11.6 */
export const FeeRuleDrawer = ({ ruleId, onClose }: { ruleId: string; onClose: () => void }): JSX.Element => {
  const query = useFeeRule(ruleId);
  const mayWrite = useAuth()['ops.billing.write'] === true;
  const [round, setRound] = useState<number>();
  const rule = query.data?.items[0];
  usePageTitle(rule === undefined ? undefined : `计费规则 ${rule.productName}`);
  if (rule !== undefined && round !== undefined) {
    return (
      <FeeRuleEditor
        key={round}
        rule={rule}
        onClose={() => setRound(undefined)}
        onTakeTheirs={() => setRound(round + 1)}
      />
    );
  }
  return (
    <Drawer
      open
      size="large"
      title="计费规则"
      onClose={onClose}
      actions={
        rule !== undefined && mayWrite ? (
          <Button variant="primary" onClick={() => setRound(0)}>
            添加新版本
          </Button>
        ) : undefined
      }
    >
      <PageState
        state={queryStatus('ops.feeRule.page', query, ({ items }) => items.length === 0)}
        loading={<Skeleton shape="row" count={5} />}
        empty={<EmptyState kind="search" title="没有这条规则" />}
        onRetry={() => void query.refetch()}
      >
        {({ items }) => (items[0] === undefined ? null : <Body rule={items[0]} />)}
      </PageState>
    </Drawer>
  );
};

const Body = ({ rule }: { rule: FeeRule }): JSX.Element => (
  <div className={css.body}>
    <Facts
      columns={2}
      items={[
        { label: '产品', value: rule.productName },
        { label: '适用范围', value: scopeText(rule) },
      ]}
    />
    <Versions ruleId={rule.ruleId} />
  </div>
);

const Versions = ({ ruleId }: { ruleId: string }): JSX.Element => {
  const query = useFeeRuleVersions(ruleId);
  return (
    <section className={css.stack}>
      <h3 className={css.title}>历次版本</h3>
      <p className={css.note}>每一版按明细的日期生效，已出账的账单不受以后版本的影响。</p>
      <PageState
        state={queryStatus('ops.feeRule.versions', query)}
        loading={<Skeleton shape="row" count={3} />}
        empty={<EmptyState kind="search" title="没有版本" />}
        onRetry={() => void query.refetch()}
      >
        {({ versions }) => <Timeline label="规则的各个版本，最新的在前" steps={versions.map(stepOf)} />}
      </PageState>
    </section>
  );
};

const stepOf = ({ version, holdsFrom, text, by, at }: FeeRuleVersion, place: number): TimelineStep => ({
  key: String(version),
  title: `第 ${version} 版，自 ${holdsFrom} 起`,
  text,
  note: (
    <>
      {by} · <DateTime value={at} /> 制定
    </>
  ),
  tone: place === 0 ? 'now' : 'done',
});
