import { providerDirectionNames } from '@ronghui/domain/bill';
import { type ListColumns, RowCard, Tag } from '@ronghui/ui';
import type { JSX } from 'react';
import type { FeeRule } from './fee-rule-queries.ts';

/** Whom a rule is for: 所有商户，杭州银行西湖支行. */
export const scopeText = ({ orgName, tenantName }: Pick<FeeRule, 'orgName' | 'tenantName'>): string =>
  `${tenantName ?? '所有商户'}，${orgName ?? '所有机构'}`;

const DirectionTag = ({ latest }: Pick<FeeRule, 'latest'>): JSX.Element => (
  <Tag tone={latest.terms.direction === 'payable' ? 'info' : 'neutral'}>
    {providerDirectionNames[latest.terms.direction]}
  </Tag>
);

/** The table's columns. */
export const feeRuleColumns: ListColumns<FeeRule> = {
  ruleId: 'notShown',
  productId: 'notShown',
  orgId: 'notShown',
  tenantId: 'notShown',
  productName: { title: '产品', cell: ({ productName }) => productName, fixed: true },
  tenantName: { title: '适用范围', cell: scopeText, share: 1.3 },
  orgName: 'elsewhere',
  latest: { title: '最新版本', cell: ({ latest }) => latest.text, share: 2.7 },
  version: 'notShown',
  derived: { title: '方向', cell: (rule) => <DirectionTag {...rule} />, share: 1 },
};

/** The card of a narrow screen. */
export const FeeRuleCard = ({ rule }: { rule: FeeRule }): JSX.Element => (
  <RowCard
    title={rule.productName}
    tag={<DirectionTag {...rule} />}
    facts={[
      { label: '适用范围', value: scopeText(rule) },
      { label: '最新版本', value: rule.latest.text },
    ]}
  />
);
