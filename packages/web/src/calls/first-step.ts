import type { OwnText } from '@ronghui/client';
import { shanghaiClock } from '@ronghui/domain/shanghai';

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const textOf = (value: unknown, name: string): string => {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : '';
};

/**
 * What is read of a step that came second: `已由 李娜 于 2026-11-28 14:22 领取线索。`, and the sentence of the reply. Undefined for any other failure,
 * and where the reply names nobody.
 *
 * @source R4.12, decision 0158
 */
export const firstStepText: OwnText = (_operationId, { data, errMsg = '' }) => {
  const last = fieldOf(data, 'last');
  const [by, what] = [textOf(last, 'by'), textOf(last, 'what')];
  // Not a number for what is no time.
  const at = shanghaiClock(new Date(textOf(last, 'at')));
  if (by === '' || what === '' || !at.getTime()) return undefined;
  return `已由 ${by} 于 ${at.toISOString().slice(0, 16).replace('T', ' ')} ${what}。${errMsg}`;
};
