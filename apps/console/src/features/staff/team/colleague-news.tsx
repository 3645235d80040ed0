import { Button, Callout, DateTime } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { showError } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { type ColleagueNews as News, seeNews } from './colleague-queries.ts';

const changeNames: Readonly<Record<News['change'], string>> = {
  create: '新建了账号',
  update: '修改了姓名或角色',
  lock: '锁定了账号',
  unlock: '解除了锁定',
  resetPassword: '重置了密码',
  resetTotp: '解除了动态口令',
  resetAdmin: '重置了管理员',
};

/** What others did to accounts of staff, for every other admin, until they have seen it. @source R11.1 */
export const ColleagueNews = ({ items }: { readonly items: readonly News[] }): JSX.Element | null => {
  const [newest] = items;
  if (newest === undefined) return null;
  const see = (): Promise<void> =>
    seeNews(newest.eventId).then(
      () => undefined,
      (error: unknown) => showError('ops.staff.seeNews', error),
    );
  return (
    <Callout tone="warn" role="status">
      <p>同事的账号有变动，如有疑问请与办理人核实：</p>
      <ul>
        {items.map(({ eventId, change, at, by, account, name }) => (
          <li key={eventId}>
            <DateTime value={at} /> {by === '' ? '服务器上的操作员' : by} {changeNames[change]}：
            {name === '' ? account : `${name}（${account}）`}
          </li>
        ))}
      </ul>
      <p>
        <a href={href(paths.staff())}>运营人员</a>{' '}
        <Button size="small" onClick={() => void see()}>
          已看过
        </Button>
      </p>
    </Callout>
  );
};
