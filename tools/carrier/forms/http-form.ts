import { createHmac } from 'node:crypto';
import type { Form, Read } from './form.ts';

const minutes5Ms = 300_000;

/** The form of one's own platform (contract 7). */
export const httpForm = ({ secret }: { readonly secret: string }): Form => ({
  name: 'http',
  codes: { retry: 'retry', failOver: 'failOver', wait: 'wait', number: 'number' },
  read({ headers, body }, now): Read {
    const timestamp = String(headers['x-ronghui-timestamp']);
    const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    const isFresh = Math.abs(Number(timestamp) - now.getTime()) <= minutes5Ms;
    if (headers['x-ronghui-signature'] !== expected || !isFresh)
      return { kind: 'refused', answer: { status: 403, body: { class: 'failOver' } } };
    const { id = '', mobile = '', scene = '', params = {} } = Object(JSON.parse(body));
    const code = String(Object(params)['code'] ?? '');
    return {
      kind: 'send',
      wanted: { id: String(id), mobile: String(mobile), code, template: String(scene), signName: '' },
    };
  },
  accept: (number) => ({ status: 200, body: { id: number } }),
  refuse: (code) => ({ status: 400, body: { class: code } }),
});
