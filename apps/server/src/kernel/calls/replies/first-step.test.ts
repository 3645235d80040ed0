import { describe, expect, it } from 'vitest';
import { Refusal } from '#kernel/refusal';
import { type FindFirstStep, withFirstStep } from './first-step.ts';

const step = { by: '李娜', at: '2026-12-01T02:32:00.000Z', what: '取消订单' };
const record = { fields: ['body.record', 'body.key'] } as const;

/** A call and its context, as far as they are read. */
const named = (
  error: unknown,
  {
    who = 'merchant',
    tenantId = 't1',
    payload = { body: { record: 'partners', key: 'k' } },
    find = async () => step,
  }: { who?: string; tenantId?: string | null; payload?: unknown; find?: FindFirstStep } = {},
): Promise<unknown> =>
  withFirstStep(error, { operation: { id: 'x.y', spec: { who } } } as never, {
    payload,
    context: { tenantId, db: {} } as never,
    find,
  });

describe('R4.12 who comes second', () => {
  it('R4.12 reads who was first beside the code, and what the refusal had stays', async () => {
    const late = new Refusal('RHSY409', { kept: 1 }, 7, record);
    expect(await named(late)).toMatchObject({ code: 'RHSY409', data: { kept: 1, last: step }, retryAfterSec: 7 });
  });

  it('R4.12 a merchant’s step is looked for in the own tenant, that of staff in all', async () => {
    const asked: unknown[] = [];
    const find: FindFirstStep = async (_db, one) => {
      asked.push(one);
      return step;
    };
    await named(new Refusal('RHSY409', undefined, undefined, record), { find });
    await named(new Refusal('RHSY409', undefined, undefined, { name: 'chatService' }), { find, who: 'ops' });
    await named(new Refusal('RHSY409', undefined, undefined, { tenant: true }), { find });
    expect(asked).toEqual([
      { operation: 'x.y', object: 'partners:k', tenantId: 't1', isAlone: false },
      { operation: 'x.y', object: 'chatService', tenantId: null, isAlone: false },
      { operation: 'x.y', object: 't1', tenantId: 't1', isAlone: true },
    ]);
  });

  it.each([
    ['of which nobody is known', { find: async () => undefined }],
    ['whose trail cannot be read', { find: () => Promise.reject(new Error('the database does not answer')) }],
    ['without the record', { payload: {} }],
    ['of a merchant without a tenant', { tenantId: null }],
  ])('R4.12 a refusal %s stays as it is', async (_what, given) => {
    const late = new Refusal('RHSY409', undefined, undefined, record);
    expect(await named(late, given)).toBe(late);
  });

  it('R4.12 any other error stays as it is, and the trail is not read', async () => {
    const find: FindFirstStep = () => Promise.reject(new Error('read'));
    for (const error of [new Refusal('RHSY404'), new Error('a fault')])
      expect(await named(error, { find })).toBe(error);
  });
});
