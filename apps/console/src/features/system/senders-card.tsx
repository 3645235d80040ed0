import { refusalClassNames, smsProviderNames } from '@ronghui/domain/sender/sms';
import { Callout, Card, type Column, DataTable, DateTime, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import css from './system.module.css';
import type { SystemState } from './system-queries.ts';

type Senders = SystemState['senders'];
type Provider = Senders['sms'][number];

const providerKey = ({ provider }: Provider): string => provider;

const failureOf = ({ failure }: Provider): JSX.Element | string => {
  if (failure === undefined) return '一天内没有失败';
  const { at, refusal, reason } = failure;
  const why = refusal === null ? '未送达或无答复' : refusalClassNames[refusal];
  return (
    <span className={css.path}>
      <DateTime value={at} /> {reason === '' ? why : `${why}：${reason}`}
    </span>
  );
};

const columns: readonly Column<Provider>[] = [
  { key: 'provider', title: '短信通道', cell: ({ provider }) => smsProviderNames[provider], fixed: true },
  {
    key: 'state',
    title: '状态',
    cell: ({ isResting }) => <Tag tone={isResting ? 'bad' : 'ok'}>{isResting ? '暂停中' : '使用中'}</Tag>,
  },
  { key: 'failure', title: '最近一次失败', cell: failureOf, share: 3 },
];

/** What to do about the senders, the worst first. */
const SendersState = ({ senders: { smsStopped, sms, mail } }: { readonly senders: Senders }): JSX.Element => {
  const resting = sms.filter(({ isResting }) => isResting).length;
  return (
    <>
      {smsStopped ? <Callout tone="warn">短信已被停发，等待中的短信会在恢复后发出。恢复：系统 › 维护。</Callout> : null}
      {resting === 0 ? null : (
        <Callout tone="bad">
          {resting === sms.length
            ? '所有短信通道都因连续失败暂停，验证码发不出去。'
            : '有短信通道因连续失败暂停，短信改走其他通道。'}
          每 30{'\u00a0'}秒自动再试一次；请按下面的说明检查网络、余额、签名与模板。
        </Callout>
      )}
      {mail.failing === 0 ? null : (
        <Callout tone="bad">
          {`${mail.failing.toLocaleString('en-US')}\u00a0封邮件没有发出：${mail.reason}。请检查 MAIL_URL 与 MAIL_FROM。`}
        </Callout>
      )}
    </>
  );
};

/** The senders: whether they send, and how they last failed. @source running 6.4 */
export const SendersCard = ({ senders }: Pick<SystemState, 'senders'>): JSX.Element => {
  const { smsStopped, sms, mail } = senders;
  const isBad = mail.failing > 0 || sms.some(({ isResting }) => isResting);
  return (
    <Card
      title={
        <>
          发送通道{' '}
          <Tag tone={isBad ? 'bad' : smsStopped ? 'warn' : 'ok'}>
            {isBad ? '需要处理' : smsStopped ? '已停发' : '正常'}
          </Tag>
        </>
      }
      actions={<a href={href(paths.senders())}>短信与邮件</a>}
    >
      <div className={css.part}>
        <SendersState senders={senders} />
        {sms.length === 0 ? (
          <p className={css.note}>没有设置短信通道，短信写在数据目录的 outbox 中，只供演示。</p>
        ) : (
          <DataTable name="system-senders" label="短信通道" columns={columns} rows={sms} keyOf={providerKey} />
        )}
        {mail.failing === 0 ? <p className={css.note}>没有发送失败的邮件。</p> : null}
      </div>
    </Card>
  );
};
