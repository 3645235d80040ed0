import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { type JSX, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import { accountStatusNames } from '../customer-words.ts';
import { FindUserDialog } from '../find-user-dialog.tsx';
import { type Account, useAccountList } from './user-queries.ts';
import { UserCard, userColumns } from './user-rows.tsx';

const UserDrawer = lazyPart(() => import('./user-drawer.tsx'));

const keyOf = ({ userId }: Account): string => userId;
const card = (account: Account): JSX.Element => <UserCard account={account} />;
const fields: readonly FilterField[] = [
  {
    kind: 'chips',
    name: 'status',
    label: '状态',
    options: Object.entries(accountStatusNames).map(([value, label]) => ({ value, label })),
  },
];
/** Who may see a name in full may search by it too. @source security 4.12 */
const searchFor = (mayReveal: boolean): FilterField => ({
  kind: 'text',
  name: 'keyword',
  label: mayReveal ? '姓名或商户' : '商户',
  placeholder: mayReveal ? '姓名或商户名称的一部分' : '商户名称的一部分',
  maxLength: 60,
});

/** The users of all merchants. @source R11.4 */
export const UserListPage = (): JSX.Element => {
  const list = useAccountList();
  const mayReveal = useAuth()['ops.customer.write'] === true;
  const [isFinding, setFinding] = useState(false);
  return (
    <>
      <ListPage
        title="用户"
        sub="姓名与号码默认隐藏；按手机号查找须输入完整的号码。"
        actions={
          <Button size="small" onClick={() => setFinding(true)}>
            按手机号查找
          </Button>
        }
        list={list}
        name="customer-user"
        label="用户"
        unit="位用户"
        keyOf={keyOf}
        columns={userColumns}
        card={card}
        opens
        fields={[...fields, searchFor(mayReveal)]}
        empty={{ title: '还没有用户', text: '有人在门户注册之后，会列在这里。' }}
      />
      {list.open === null ? null : <UserDrawer key={list.open} userId={list.open} onClose={list.close} />}
      {isFinding ? <FindUserDialog onClose={() => setFinding(false)} /> : null}
    </>
  );
};
