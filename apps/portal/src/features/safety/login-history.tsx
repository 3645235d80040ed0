import { Card, DateTime, type ListColumns, ListSection, Tag } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './safety.module.css';
import { type Login, useLoginList } from './safety-queries.ts';

const methodNames: Readonly<Record<Login['method'], string>> = {
  password: '密码登录',
  sms: '短信登录',
  register: '注册',
};

/** The card shows them. */
const columns: ListColumns<Login> = {
  loginId: 'notShown',
  at: 'elsewhere',
  method: 'elsewhere',
  result: 'elsewhere',
  device: 'elsewhere',
  address: 'elsewhere',
  isKnownDevice: 'elsewhere',
};

const keyOf = ({ loginId }: Login): string => loginId;

const card = ({ at, method, result, device, address, isKnownDevice }: Login): JSX.Element => (
  <div className={css.login}>
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
  </div>
);

/** The logins of the account: device, place and result. @source R10.9 */
export const LoginHistory = (): JSX.Element => (
  <Card title="登录记录">
    <ListSection
      list={useLoginList()}
      inCard
      name="logins"
      label="登录记录"
      unit="条"
      keyOf={keyOf}
      columns={columns}
      card={card}
      empty={{ title: '没有登录记录' }}
    />
  </Card>
);
