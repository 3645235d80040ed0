import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type OperationSpec, operation } from '@ronghui/contract';
import Type from 'typebox';
import type { AnyHandler } from '#kernel/calls/call';
import type { HandlersFor } from '#kernel/calls/context';

const text = (max = 200) => Type.String({ minLength: 1, maxLength: max });
const object = <P extends Record<string, Type.TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
const key = () => Type.String({ minLength: 16, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' });

/** Operations that each exercise one step of dispatch; they are no part of a product. */
const sampleOperations = {
  'sample.note': operation({
    path: '/ftc/api/sample/note',
    summary: '写一行',
    who: 'visitor',
    writes: true,
    idempotent: true,
    request: object({ name: text(64), fails: Type.Optional(Type.Boolean()), idempotencyKey: key() }),
    reply: object({ count: Type.Integer() }),
    errors: { refused: 'OPS10004', tooOften: { code: 'RHSY429', data: object({ retryAfter: Type.Integer() }) } },
  }),
  'sample.bill': operation({
    path: '/ftc/api/sample/bill',
    summary: '在商户内写一行',
    who: 'merchant',
    writes: true,
    idempotent: true,
    request: object({ name: text(64), idempotencyKey: key() }),
    reply: object({ count: Type.Integer() }),
  }),
  'sample.enter': operation({
    path: '/ftc/api/sample/enter',
    summary: '登录',
    who: 'visitor',
    writes: true,
    request: object({ userId: text(), tenantId: text(), role: Type.Enum(['owner', 'finance', 'viewer']) }),
    reply: object({ sign: object({ keyId: text(), key: text(), expiresAt: text() }) }),
  }),
  'sample.own': operation({
    path: '/ftc/api/sample/own',
    summary: '自己的会话',
    who: 'merchant',
    request: object({}),
    reply: object({ userId: text(), sessions: Type.Integer() }),
  }),
  'sample.poll': operation({
    path: '/ftc/api/sample/poll',
    summary: '轮询',
    who: 'merchant',
    passive: true,
    request: object({}),
    reply: object({}),
  }),
  'sample.guarded': operation({
    path: '/ftc/api/sample/guarded',
    summary: '需要权限',
    who: 'merchant',
    keys: ['order.write', 'bill.confirm'],
    writes: true,
    request: object({}),
    reply: object({}),
  }),
  'sample.ops': operation({
    path: '/ftc/ops/sample/ops',
    summary: '运营',
    who: 'ops',
    request: object({}),
    reply: object({}),
  }),
  'sample.review': operation({
    path: '/ftc/ops/sample/review',
    summary: '审核',
    who: 'ops',
    keys: ['ops.order.write', 'ops.customer.write'],
    writes: true,
    idempotent: true,
    request: object({
      fails: Type.Optional(Type.Boolean()),
      forbids: Type.Optional(text(64)),
      idempotencyKey: key(),
    }),
    reply: object({ staffId: text() }),
    errors: { refused: 'OPS10004', forbidden: 'RHSY403' },
  }),
  'sample.endAll': operation({
    path: '/ftc/api/sample/endAll',
    summary: '结束其他会话',
    who: 'merchant',
    writes: true,
    request: object({ keepCaller: Type.Boolean() }),
    reply: object({}),
  }),
  'sample.leaky': operation({
    path: '/ftc/api/sample/leaky',
    summary: '返回过多',
    who: 'visitor',
    request: object({}),
    reply: object({
      name: text(),
      list: Type.Array(object({ id: text() })),
      maybe: Type.Union([object({ a: text() }), Type.Null()]),
    }),
  }),
  'sample.refuse': operation({
    path: '/ftc/api/sample/refuse',
    summary: '带数据拒绝',
    who: 'visitor',
    request: object({ data: Type.Enum(['extra', 'wrong', 'undeclared']) }),
    reply: object({}),
    errors: { plain: 'OPS10004', tooOften: { code: 'RHSY429', data: object({ retryAfter: Type.Integer() }) } },
  }),
  'sample.broken': operation({
    path: '/ftc/api/sample/broken',
    summary: '故障',
    who: 'visitor',
    request: object({ kind: text() }),
    reply: object({}),
  }),
  'sample.upload': operation({
    path: '/ftc/api/sample/upload',
    summary: '上传',
    who: 'visitor',
    writes: true,
    upload: true,
    request: object({ name: text(), size: Type.Integer({ minimum: 0, maximum: 30_000_000 }), sha256: text(64) }),
    reply: object({ name: text(), size: Type.Integer(), digest: text() }),
  }),
  'sample.file': operation({
    path: '/ftc/api/sample/file',
    summary: '下载',
    who: 'visitor',
    request: object({ name: text(), breaks: Type.Optional(Type.Boolean()) }),
    reply: Type.Unsafe<{ name: string; mime: string; body: AsyncIterable<Uint8Array>; size?: number }>({
      'x-file': true,
    }),
  }),
  'sample.opened': operation({
    path: '/ftc/ops/sample/opened',
    summary: '运营下载',
    who: 'ops',
    request: object({}),
    reply: Type.Unsafe<{ name: string; mime: string; body: AsyncIterable<Uint8Array>; size?: number }>({
      'x-file': true,
    }),
  }),
  'sample.places': operation({
    path: '/ftc/api/sample/places',
    summary: '占位',
    who: 'visitor',
    admission: 'password',
    request: object({}),
    reply: object({}),
  }),
} satisfies Record<string, OperationSpec>;

/** Holds calls of `sample.places` until a test releases them. */
export const gate: { open: Promise<void> } = { open: Promise.resolve() };

/** What `sample.opened` has opened. */
export const opened: Readable[] = [];

let billed = 0;

const failing: Readonly<Record<string, () => Error>> = {
  bug: () => new TypeError('row of 13800000001 is undefined'),
  gone: () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  busy: () => Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
};

const contents = async function* (breaks: boolean): AsyncGenerator<Uint8Array> {
  yield Buffer.from('first,');
  if (breaks) throw new Error('the disk went away');
  yield Buffer.from('second');
};

const handlers: HandlersFor<typeof sampleOperations> = {
  'sample.note': async ({ name, fails }, context) => {
    if (name === 'often') return context.fail('tooOften', { retryAfter: 7 });
    return context.transact(async (tx) => {
      await tx
        .insertInto('session_epoch')
        .values({ user_id: name, epoch: 1 })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet((eb) => ({ epoch: eb('session_epoch.epoch', '+', 1) })),
        )
        .execute();
      if (fails === true) return context.fail('refused');
      const row = await tx
        .selectFrom('session_epoch')
        .select('epoch')
        .where('user_id', '=', name)
        .executeTakeFirstOrThrow();
      return { count: row.epoch };
    });
  },
  'sample.bill': (_input, context) => context.transact(async () => ({ count: (billed += 1) })),
  'sample.enter': async (owner, context) => ({
    sign: await context.transact((tx) => context.sessions.begin(tx, owner)),
  }),
  'sample.own': async (_input, { db, userId }) => {
    const rows = await db.selectFrom('session').select('user_id').execute();
    return { userId, sessions: rows.length };
  },
  'sample.review': ({ fails, forbids }, context) =>
    context.transact(async (tx) => {
      const { author, staffId } = context;
      if (forbids !== undefined) {
        context.audit({ object: forbids });
        return context.fail('forbidden');
      }
      author.record(tx, { event: 'ops.sample.review', tenantId: 't-reviewed', before: { at: 1 }, after: { at: 2 } });
      return fails === true ? context.fail('refused') : { staffId };
    }),
  'sample.poll': async () => ({}),
  'sample.guarded': (_input, context) => context.transact(async () => ({})),
  'sample.ops': async () => ({}),
  'sample.endAll': async ({ keepCaller }, context) => {
    await context.transactAsService((tx) => context.sessions.endAllOf(tx, context.userId, { keepCaller }));
    return {};
  },
  'sample.leaky': async () => {
    const leak = {
      name: 'n',
      pwd: 'secret-word',
      list: [{ id: '1', hash: 'secret-word' }],
      maybe: { a: 'x', b: 'secret-word' },
    };
    return leak;
  },
  'sample.refuse': async ({ data }, context) => {
    // What a handler passes that the types cannot hold back.
    const fail = context.fail as (reason: string, data: object) => never;
    if (data === 'undeclared') return fail('plain', { hash: 'secret-word' });
    return fail('tooOften', { retryAfter: data === 'wrong' ? 'soon' : 7, hash: 'secret-word' });
  },
  'sample.broken': async ({ kind }) => {
    throw failing[kind]?.() ?? new Error('other');
  },
  'sample.upload': async (_input, { upload }) => {
    const digest = createHash('sha256');
    let size = 0;
    for await (const chunk of upload?.body ?? []) {
      digest.update(chunk);
      size += chunk.length;
    }
    return { name: upload?.name ?? '', size, digest: digest.digest('hex') };
  },
  'sample.file': async ({ name, breaks }) => ({
    name,
    mime: 'text/csv; charset=utf-8',
    body: contents(breaks === true),
  }),
  'sample.opened': async (_input, { audit }) => {
    audit({ object: 'opened' });
    const body = Readable.from([Buffer.from('opened')]);
    opened.push(body);
    return { name: 'a.csv', mime: 'text/csv; charset=utf-8', body };
  },
  'sample.places': async () => {
    await gate.open;
    return {};
  },
};

/** The value of `testApp({ extra: sample })`. */
export const sample = {
  operations: sampleOperations,
  // The registry pairs each with its declaration.
  handlers: handlers as unknown as Record<string, AnyHandler>,
};
