import { SendRefusal } from '@ronghui/chat-kit';
import { refusalOf } from './chat-calls.ts';

/** Too many at once wait and keep their order; what the server refuses for good is unsent, with its words. @source service 2.6, 3.2 */
export const sendRefusal = (error: unknown): unknown => {
  const refusal = refusalOf(error);
  if (refusal === undefined) return error;
  const { ret, data } = refusal;
  // A wrong field says more.
  const [field] = Array.isArray(data['fields']) ? data['fields'] : [];
  const msg = typeof field?.message === 'string' ? field.message : refusal.msg;
  const retryAfter = typeof data['retryAfter'] === 'number' ? data['retryAfter'] : 1;
  if (ret === 'RHCS002' || ret === 'RHSY429') return new SendRefusal('limited', { words: msg, retryAfter });
  // What is down now is asked again.
  if (ret.startsWith('OPSB')) return error;
  return new SendRefusal(ret === 'RHCS003' ? 'conflict' : 'refused', { words: msg });
};
