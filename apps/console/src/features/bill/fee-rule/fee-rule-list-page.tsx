import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { type JSX, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import { useNameFilter } from '../name-filter.ts';
import { type FeeRule, useFeeRuleList } from './fee-rule-queries.ts';
import { FeeRuleCard, feeRuleColumns } from './fee-rule-rows.tsx';

const FeeRuleDrawer = lazyPart(() => import('./fee-rule-drawer.tsx'));
const FeeRuleEditor = lazyPart(() => import('./fee-rule-editor.tsx'));

const keyOf = ({ ruleId }: FeeRule): string => ruleId;
const card = (rule: FeeRule): JSX.Element => <FeeRuleCard rule={rule} />;

/** The rules that lines are charged by. @source R11.6 */
export const FeeRuleListPage = (): JSX.Element => {
  const list = useFeeRuleList();
  const [isCreating, setCreating] = useState(false);
  const mayWrite = useAuth()['ops.billing.write'] === true;
  const fields: readonly FilterField[] = [
    useNameFilter('product', { name: 'productId', label: '产品', value: list.values.productId }),
    useNameFilter('tenant', { name: 'tenantId', label: '单独约定的商户', value: list.values.tenantId }),
  ];
  return (
    <>
      <ListPage
        title="计费规则"
        sub="同一产品以范围最小的规则为准：商户与机构、商户、机构、产品。"
        actions={
          mayWrite ? (
            <Button size="small" variant="primary" onClick={() => setCreating(true)}>
              新建规则
            </Button>
          ) : undefined
        }
        list={list}
        name="feeRules"
        label="计费规则"
        unit="条规则"
        keyOf={keyOf}
        columns={feeRuleColumns}
        card={card}
        opens
        fields={fields}
        empty={{ title: '还没有计费规则', text: '没有规则的产品，其明细不能生成账单。' }}
      />
      {list.open === null ? null : <FeeRuleDrawer key={list.open} ruleId={list.open} onClose={list.close} />}
      {isCreating ? <FeeRuleEditor rule={undefined} onClose={() => setCreating(false)} /> : null}
    </>
  );
};
