import { Callout } from '@ronghui/ui';
import type { JSX } from 'react';
import type { SystemState } from './system-queries.ts';

type Replica = NonNullable<SystemState['replica']>;

const behindOf = ({ lagSec }: Replica): string => {
  if (lagSec === null) return '落后多少还不知道';
  return lagSec < 120 ? `落后 ${lagSec}\u00a0秒` : `落后 ${Math.round(lagSec / 60).toLocaleString('en-US')}\u00a0分钟`;
};

const texts: Readonly<Record<Replica['state'], (replica: Replica) => string>> = {
  ok: (replica) => `正常，${behindOf(replica)}`,
  behind: behindOf,
  gone: () => '没有响应',
  wrong: () => '不是这个数据库的副本',
  unknown: () => '未知',
};

/** How the replica stands, in a few words. @source running 6.4 */
export const replicaText = (replica: SystemState['replica']): string =>
  replica === null ? '未设置，导出与统计由主库提供' : texts[replica.state](replica);

const todos: Readonly<Record<Exclude<Replica['state'], 'ok'>, string>> = {
  behind:
    '只读副本落后较多：统计已改由主库提供，导出先等它半分钟，再改由主库提供。请检查副本的磁盘、与主库之间的网络，以及长时间的查询。',
  gone: '只读副本没有响应，导出与统计已改由主库提供，其他业务不受影响。请检查 DATABASE_READ_URL 的服务器与网络，恢复后自动使用。',
  wrong:
    'DATABASE_READ_URL 的服务器不是这个数据库的只读副本，多为已经升为主库，或换成了另一套，日志中的 replicaState 有原因：导出与统计已改由主库提供。请改为现在的主库的副本后重新启动。',
  unknown: '还没有查到只读副本的状态，请稍后刷新。',
};

/** What to do about the replica; nothing where there is none, or it is in order. @source running 1.9, running 6.4 */
export const ReplicaTodo = ({ replica }: Pick<SystemState, 'replica'>): JSX.Element | null =>
  replica === null || replica.state === 'ok' ? null : <Callout tone="warn">{todos[replica.state]}</Callout>;
