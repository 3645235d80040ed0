import { auditFieldText } from '@ronghui/domain/audit';
import {
  Callout,
  DateTime,
  type DetailFacts,
  Drawer,
  EmptyState,
  Facts,
  factsOf,
  PageState,
  Skeleton,
} from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { usePageTitle } from '#kernel/page-title.ts';
import { paths } from '#kernel/paths.ts';
import css from './audit.module.css';
import { type EventDetail, useEvent } from './audit-queries.ts';
import { ResultTag } from './audit-rows.tsx';
import { actorText, valueText } from './audit-words.ts';

const facts: DetailFacts<EventDetail> = {
  title: ({ title }) => [{ label: '操作', value: title }],
  result: (event) => [{ label: '结果', value: <ResultTag {...event} /> }],
  at: ({ at }) => [{ label: '时间', value: <DateTime value={at} /> }],
  actor: (event) => [{ label: '操作人', value: actorText(event) }],
  actorId: ({ actorId }) => [
    {
      label: '操作人编号',
      value: actorId === undefined ? '' : <a href={href(paths.audit({ actor: actorId }))}>{actorId}</a>,
    },
  ],
  tenantName: ({ tenantName }) => [{ label: '商户', value: tenantName }],
  tenantId: ({ tenantId }) => [
    {
      label: '商户编号',
      value: tenantId === undefined ? '' : <a href={href(paths.audit({ tenantId }))}>{tenantId}</a>,
    },
  ],
  object: ({ object }) => [
    { label: '对象', value: object === undefined ? '' : <a href={href(paths.audit({ object }))}>{object}</a> },
  ],
  userId: ({ userId, actorId }) => [{ label: '涉及的用户', value: userId === actorId ? '' : userId }],
  address: ({ address }) => [{ label: '网络地址', value: address }],
  event: ({ event }) => [{ label: '事件', value: <a href={href(paths.audit({ event }))}>{event}</a> }],
  operation: ({ operation, event }) => [{ label: '接口', value: operation === event ? '' : operation }],
  requestId: ({ requestId }) => [{ label: '请求编号', value: requestId }],
  sessionId: ({ sessionId }) => [{ label: '会话', value: sessionId }],
  sealNo: ({ sealNo }) => [{ label: '封存序号', value: sealNo === undefined ? '待封存' : String(sealNo) }],
  eventId: 'elsewhere',
  actorKind: 'elsewhere',
  values: 'elsewhere',
  isCut: 'elsewhere',
};

/** One event: who did what to which, and the values before and after. @source R11.7 */
export const AuditDrawer = ({ eventId, onClose }: { eventId: string; onClose: () => void }): JSX.Element => {
  const { state, query } = useEvent(eventId);
  usePageTitle(state.status === 'ready' ? `审计记录 ${eventId}` : undefined);
  return (
    <Drawer open size="large" onClose={onClose} title={`审计记录 ${eventId}`}>
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={<EmptyState kind="search" title="没有这条记录" />}
        onRetry={() => void query.refetch()}
      >
        {(event) => (
          <div className={css.body}>
            <Facts columns={2} items={factsOf(event, facts)} />
            <Values event={event} />
          </div>
        )}
      </PageState>
    </Drawer>
  );
};

const Values = ({ event }: { event: EventDetail }): JSX.Element => {
  const { values, isCut } = event;
  if (values.length === 0) return <p className={css.note}>这一步没有记下前后的值。</p>;
  return (
    <>
      <table className={css.values}>
        <caption className={css.note}>前后的值</caption>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">之前</th>
            <th scope="col">之后</th>
          </tr>
        </thead>
        <tbody>
          {values.map((value) => (
            <tr key={value.field}>
              <th scope="row">{auditFieldText(value.field)}</th>
              <td className={value.before === undefined ? undefined : css.before}>
                {valueText(event, value, value.before)}
              </td>
              <td className={css.after}>{valueText(event, value, value.after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isCut ? <Callout>{'项目较多，只显示前\u00a0200\u00a0项。'}</Callout> : null}
    </>
  );
};
