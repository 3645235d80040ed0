import { auditValueText } from '@ronghui/domain/audit';
import type { Event, EventDetail } from './audit-queries.ts';

/** The parts of the product that events belong to. */
export const areaNames = {
  account: '登录与安全',
  customer: '商户与认证',
  order: '订单',
  billing: '账务',
  content: '内容',
  staff: '运营人员',
} as const;

const kindNames: Readonly<Record<Event['actorKind'], string>> = {
  visitor: '访客',
  user: '商户用户',
  staff: '运营人员',
  system: '系统',
  operator: '命令行',
};

/** Who did it: a name and what they are, the system and a visitor by that alone. */
export const actorText = ({ actor, actorKind, actorId }: Event): string => {
  const name = actor || actorId || '';
  return actorKind === 'system' || actorKind === 'visitor' || name === ''
    ? kindNames[actorKind]
    : `${name}（${kindNames[actorKind]}）`;
};

/** How it ended. */
export const resultText = ({ result }: Pick<Event, 'result'>): string =>
  result === 'ok' ? '成功' : `被拒绝 ${result}`;

/** A value of an event as it is read. */
export const valueText = (
  { event }: Pick<EventDetail, 'event'>,
  { field }: Pick<EventDetail['values'][number], 'field'>,
  value: string | undefined,
): string => {
  if (value === undefined) return '—';
  return value === '' ? '（空）' : auditValueText(event, field, value);
};
