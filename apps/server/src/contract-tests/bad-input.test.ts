import { areaOf, type OperationSpec, operations } from '@ronghui/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openContentFixture } from '#features/content/content.fixture';
import { enter } from '#features/file/file.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { sampleOf } from '#kernel/testing/payload-samples';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

let app: TestApp;
let visitor: TestBrowser;
let merchant: TestBrowser;
let consoleVisitor: TestBrowser;
let staff: TestBrowser;
beforeAll(async () => {
  app = await openContentFixture();
  visitor = await app.open();
  merchant = await enter(app, 1);
  consoleVisitor = await app.openConsole();
  staff = await enterStaff(app, 'bad-input');
});
afterAll(() => app.close());

/** The operations that end their caller's session. */
const leaving: readonly string[] = ['portal.logout', 'ops.logout'];
const open: [string, OperationSpec][] = Object.entries<OperationSpec>(operations).filter(
  ([id, spec]) => spec.signed !== false && !leaving.includes(id),
);
const anyOperation = fc.constantFrom(...open);
const callerOf = (id: string): TestBrowser => {
  const spec = new Map(open).get(id);
  if (spec === undefined || spec.who === 'visitor') return spec && areaOf(spec) === 'ops' ? consoleVisitor : visitor;
  return spec.who === 'ops' ? staff : merchant;
};

/** Well-formed times and positions that lie outside every sensible range. */
const unreadableTime = fc.constantFrom(
  '0000-01-01',
  '9999-12-31',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  ...['999999999999999~x', '0~x', '253402300800000~x'].map((text) => Buffer.from(text).toString('base64url')),
);

/** Values that have broken parsers, databases and object code elsewhere. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    '__proto__',
    'constructor',
    '\u0000',
    '\ud800',
    '\u202e\ufeff',
    '../../etc/passwd',
    "' or 1=1 --",
  ),
  fc.constantFrom<unknown>(-0, 2 ** 53, -(2 ** 63), 1e300, [], {}, [[[[]]]], { __proto__: null, length: 1e9 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('九'.repeat(3000), '🀄'.repeat(700), '%'.repeat(500), 'a+b&c=d;e'),
  fc.jsonValue({ depthSize: 'medium' }),
  unreadableTime,
);
const fieldName = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'kid',
    'mobile',
    'page',
    'keyword',
    'idempotencyKey',
    'cursor',
    'from',
    'to',
    '',
  ),
  fc.string({ maxLength: 40 }),
);
/** A valid payload with one field replaced by a bad value. */
const bent = fc.tuple(anyOperation, fieldName, nasty, fc.nat()).map(([[id, spec], extra, value, place]) => {
  const sample: [string, unknown][] = Object.entries(Object(sampleOf(spec.request)));
  const fields = [...sample, [extra, value] as const];
  const bentAt = place % fields.length;
  // Written as text, because an object literal would treat `__proto__` as its prototype.
  const texts = fields.map(
    ([name, own], at) => `${JSON.stringify(name)}:${JSON.stringify(at === bentAt ? value : own)}`,
  );
  return [id, `{${texts.join(',')}}`] as const;
});
/** Bodies that are no JSON, or expensive JSON. */
const broken = fc.tuple(
  anyOperation.map(([id]) => id),
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 2000 }),
    fc.constantFrom(
      '['.repeat(30_000),
      '{"a":'.repeat(8000),
      '"',
      '1e999',
      'nul',
      '{}{}',
      '\ufeff{}',
      `{"a":"${'x'.repeat(60_000)}"}`,
    ),
    fc.json(),
  ),
);

const countRows = async (): Promise<unknown> => {
  const tables = [
    'lead',
    'sms_code',
    'outbox',
    'user_account',
    'staff',
    'tenant',
    'idempotency',
    'behavior_record',
    'doc_rating',
    'order',
    'consent',
    'member_invitation',
    'certification_submission',
  ];
  const found = await app.rows(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relname = any($1) order by 1`,
    [tables],
  );
  const parts = found.map(({ relname }) => `(select count(*)::int from "${String(relname)}") as "${String(relname)}"`);
  return (await app.rows(`select ${parts.join(', ')}`))[0];
};

const runs = process.env['RONGHUI_LONG'] === '1' ? 5000 : 400;

describe('R5.5 bad input', () => {
  it.each([
    ['a payload with one strange thing in it', bent],
    ['what is no payload at all', broken],
  ])('R5.5 %s is refused, never a fault of ours, and stores nothing', { timeout: 120_000 }, async (_what, calls) => {
    let rows = await countRows();
    await fc.assert(
      fc.asyncProperty(calls, async ([id, data]) => {
        const reply = await callerOf(id).callData(id, data);
        const now = await countRows();
        // Some of these payloads are valid nevertheless: a draft without one field, another well-formed key.
        if ([400, 422].includes(reply.status)) expect(now, `${id} ${data.slice(0, 200)}`).toEqual(rows);
        rows = now;
        expect(reply.status, `${id} ${data.slice(0, 200)} → ${reply.text.slice(0, 200)}`).toBeLessThan(500);
        if (reply.status === 422) expect(reply.body.data.fields.length).toBeGreaterThan(0);
      }),
      { numRuns: runs },
    );
    expect(app.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
