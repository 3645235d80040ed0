import { Card, DateTime, EmptyState, PageState, Pagination, Skeleton, Tag } from '@ronghui/ui';
import type { JSX } from 'react';
import { useListState } from '@ronghui/web/state/list-state';
import { queryStatus } from '@ronghui/web/state/query-status';
import css from './safety.module.css';
import { type Login, useLogins } from './safety-queries.ts';

const methodNames: Readonly<Record<Login['method'], string>> = {
  password: '密码登录',
  sms: '短信登录',
  register: '注册',
};

/** Who tried to log in, from where, and what came of it. @source R10.9 */
export const LoginHistory = (): JSX.Element => {
  const state = useListState([]);
  const list = { ...state, pageSize: 10 };
  const query = useLogins(list);
  return (
    <Card title="登录记录">
      <PageState
        state={queryStatus('user.loginHistory', query, ({ items }) => items.length === 0)}
        loading={<Skeleton shape="row" count={4} />}
        empty={<EmptyState title="没有登录记录" />}
        onRetry={() => void query.refetch()}
      >
        {({ items, total = 0 }) => (
          <>
            <ul className={css.list} aria-label="登录记录">
              {items.map(({ loginId, at, method, result, device, address, isKnownDevice }) => (
                <li key={loginId} className={css.row}>
                  <div className={css.words}>
                    <p>
                      <DateTime value={at} precision="second" /> {methodNames[method]}
                    </p>
                    <p className={css.note}>
                      {device || '未知设备'} · {address}
                      {isKnownDevice || method === 'register' ? '' : ' · 新设备'}
                    </p>
                  </div>
                  <Tag tone={result === 'success' ? 'ok' : 'bad'}>{result === 'success' ? '成功' : '失败'}</Tag>
                </li>
              ))}
            </ul>
            {total <= list.pageSize ? null : (
              <Pagination
                page={list.page}
                pageSize={list.pageSize}
                total={Math.min(total, 10_000)}
                onPageChange={list.goTo}
              />
            )}
          </>
        )}
      </PageState>
    </Card>
  );
};
