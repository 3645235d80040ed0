import { Button, DateTime, type FilterField, type ListColumns, ListPage, RowCard } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { type JSX, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import { type Org, useOrgList } from './dimension-queries.ts';

const OrgDrawer = lazyPart(() => import('./org-drawer.tsx'));

const keyOf = ({ orgId }: Org): string => orgId;
const columns: ListColumns<Org> = {
  orgId: 'notShown',
  name: { title: '机构', cell: ({ name }) => name, share: 2, fixed: true },
  createdAt: { title: '建立时间', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  version: 'notShown',
  last: 'elsewhere',
};
const card = ({ name, createdAt }: Org): JSX.Element => (
  <RowCard title={name} facts={[]} note={<DateTime value={createdAt} />} />
);
const fields: readonly FilterField[] = [
  { kind: 'text', name: 'keyword', label: '机构名称', placeholder: '名称的一部分', maxLength: 60 },
];

/** The organisations that lines and bills are grouped by. @source R11.6 */
export const OrgListPage = (): JSX.Element => {
  const list = useOrgList();
  const [isCreating, setCreating] = useState(false);
  const mayWrite = useAuth()['ops.billing.write'] === true;
  return (
    <>
      <ListPage
        title="机构"
        actions={
          mayWrite ? (
            <Button size="small" variant="primary" onClick={() => setCreating(true)}>
              新建机构
            </Button>
          ) : undefined
        }
        list={list}
        name="orgs"
        label="机构"
        unit="家机构"
        keyOf={keyOf}
        columns={columns}
        card={card}
        opens
        fields={fields}
        empty={{ title: '还没有机构', text: '明细与账单按机构归集，请先新建机构。' }}
      />
      {list.open === null ? null : <OrgDrawer key={list.open} orgId={list.open} onClose={list.close} />}
      {isCreating ? <OrgDrawer onClose={() => setCreating(false)} /> : null}
    </>
  );
};
