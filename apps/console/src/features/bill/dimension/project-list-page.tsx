import { Button, DateTime, type FilterField, type ListColumns, ListPage, RowCard } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { type JSX, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import { useNameFilter } from '../name-filter.ts';
import { type Project, useProjectList } from './dimension-queries.ts';

const ProjectDrawer = lazyPart(() => import('./project-drawer.tsx'));

const keyOf = ({ projectId }: Project): string => projectId;
const columns: ListColumns<Project> = {
  projectId: 'notShown',
  tenantId: 'notShown',
  name: { title: '项目', cell: ({ name }) => name, share: 1.5, fixed: true },
  tenantName: { title: '商户', cell: ({ tenantName }) => tenantName || '—', share: 1.5 },
  createdAt: { title: '建立时间', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  version: 'notShown',
  last: 'elsewhere',
};
const card = ({ name, tenantName, createdAt }: Project): JSX.Element => (
  <RowCard title={name} facts={[{ label: '商户', value: tenantName }]} note={<DateTime value={createdAt} />} />
);
/** The projects of merchants, which lines and bills are grouped by. @source R11.6 */
export const ProjectListPage = (): JSX.Element => {
  const list = useProjectList();
  const tenants = useNameFilter('tenant', { name: 'tenantId', label: '商户', value: list.values.tenantId });
  const [isCreating, setCreating] = useState(false);
  const mayWrite = useAuth()['ops.billing.write'] === true;
  const fields: readonly FilterField[] = [
    { kind: 'text', name: 'keyword', label: '项目名称', placeholder: '名称的一部分', maxLength: 60 },
    tenants,
  ];
  return (
    <>
      <ListPage
        title="项目"
        actions={
          mayWrite ? (
            <Button size="small" variant="primary" onClick={() => setCreating(true)}>
              新建项目
            </Button>
          ) : undefined
        }
        list={list}
        name="projects"
        label="项目"
        unit="个项目"
        keyOf={keyOf}
        columns={columns}
        card={card}
        opens
        fields={fields}
        empty={{ title: '还没有项目', text: '明细与账单按商户的项目归集，请先新建项目。' }}
      />
      {list.open === null ? null : <ProjectDrawer key={list.open} projectId={list.open} onClose={list.close} />}
      {isCreating ? <ProjectDrawer onClose={() => setCreating(false)} /> : null}
    </>
  );
};
