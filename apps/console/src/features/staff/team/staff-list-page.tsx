import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { type JSX, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import { roleNames, staffRoles } from '../staff-words.ts';
import { StaffCard, staffColumns, statusNames } from './staff-rows.tsx';
import { type Member, useStaffList } from './team-queries.ts';

const StaffDrawer = lazyPart(() => import('./staff-drawer.tsx'));
const CreateDrawer = lazyPart(() => import('./create-drawer.tsx'));

const keyOf = ({ staffId }: Member): string => staffId;
const card = (member: Member): JSX.Element => <StaffCard member={member} />;
const fields: readonly FilterField[] = [
  {
    kind: 'chips',
    name: 'status',
    label: '状态',
    options: Object.entries(statusNames).map(([value, label]) => ({ value, label })),
  },
  { kind: 'text', name: 'keyword', label: '账号或姓名', placeholder: '账号开头，或姓名的一部分', maxLength: 60 },
  {
    kind: 'select',
    name: 'role',
    label: '角色',
    options: staffRoles.map((value) => ({ value, label: roleNames[value] })),
  },
];

/** The accounts of staff. @source R6.1, R11.1 */
export const StaffListPage = (): JSX.Element => {
  const list = useStaffList();
  const [isCreating, setCreating] = useState(false);
  const mayWrite = useAuth()['ops.staff.write'] === true;
  return (
    <>
      <ListPage
        title="运营人员"
        actions={
          mayWrite ? (
            <Button size="small" variant="primary" onClick={() => setCreating(true)}>
              新建运营人员
            </Button>
          ) : undefined
        }
        list={list}
        name="staff"
        label="运营人员"
        unit="位运营人员"
        keyOf={keyOf}
        columns={staffColumns}
        card={card}
        opens
        fields={fields}
        empty={{ title: '还没有运营人员', text: '新建之后，把一次性密码交给本人。' }}
      />
      {list.open === null ? null : <StaffDrawer key={list.open} staffId={list.open} onClose={list.close} />}
      {isCreating ? <CreateDrawer onClose={() => setCreating(false)} /> : null}
    </>
  );
};
