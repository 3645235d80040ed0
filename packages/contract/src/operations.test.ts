import { describe, expect, it } from 'vitest';
import { merchantAuthKeys } from './auth-keys.ts';
import { idOfPath, nouns, operations } from './index.ts';
import { areaOf, type OperationSpec } from './operation.ts';
import { opsAuthKeys } from './ops-auth-keys.ts';
import { walkSchema } from './schema-walk.fixture.ts';
import { sealedPaths } from './wire.ts';

const specs = Object.entries<OperationSpec>(operations);

/** The operations that the seed places under `/ftc/portal/`; every other path follows from the id (contract 5). */
const underPortal = new Set([
  'portal.sendSmsCode',
  'portal.login',
  'portal.loginBySms',
  'portal.register',
  'portal.logout',
  'portal.changePwd',
  'portal.findPwd',
  'portal.querySlideInfo',
  'portal.recommendQueryList',
  'portal.queryProductMap',
  'portal.productQueryDetail',
  'portal.contact',
  'portal.purchase',
]);

const pathOf = (id: string): string => {
  const words = id.split('.');
  // The chat gateway's own, where no other operation answers (contract 6).
  if (words[0] === 'chat') return `/chat/gateway/${id}`;
  if (underPortal.has(id)) return `/ftc/${words.join('/')}`;
  return words[0] === 'ops' ? `/ftc/${words.join('/')}` : `/ftc/api/${words.join('/')}`;
};

/** By its id; the seed gives one operation of staff an id without their prefix. */
const isForOps = (id: string): boolean => id.startsWith('ops.') || id === 'feedback.handle';

/** Field names that contain a mobile or a password wherever they occur in a payload (contract 3 and the `*` of contract 5). */
const sealedNames: Readonly<Record<string, string>> = {
  mobile: 'mobile',
  newMobile: 'mobile',
  pwd: 'password',
  oldPwd: 'password',
  newPwd: 'password',
};
/** Other sealed fields, with kinds of their own. */
const otherSealedNames = new Set(['target', 'legalIdNo', 'agentIdNo', 'bankAccountNo']);

const leafName = (at: string) =>
  at
    .replace(/\[\]|\|\d+/g, '')
    .split('.')
    .at(-1) ?? '';
const isMoneyName = (name: string) => /^(amount|price|fee|priceFrom|priceDelta)$|Amount$/.test(name);

describe('contract 5 operations', () => {
  it('house 11 an id belongs to one noun', () => {
    const declared = Object.values(nouns).flatMap((each) => Object.keys(each));
    expect(new Set(declared).size).toBe(declared.length);
    expect(declared.toSorted()).toEqual(Object.keys(operations).toSorted());
  });

  it.each(specs)('contract 5 %s has the path of its id', (id, { path }) => {
    expect(id).toMatch(/^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*){1,2}$/);
    expect(path).toBe(pathOf(id));
  });

  it.each(specs)('contract 6 %s answers at the chat gateway exactly when its id says so', (id, { door }) => {
    expect(door).toBe(id.startsWith('chat.') ? 'chat' : undefined);
  });

  it('R7.2 a path leads to one operation', () => {
    expect(idOfPath.size).toBe(specs.length);
    for (const [id, { path }] of specs) expect(idOfPath.get(path)).toBe(id);
  });

  it.each(specs)('house 4 %s has a summary in one Chinese line', (_id, { summary }) => {
    expect(summary).toMatch(/^[\p{Script=Han}（）、，：与]{2,40}$/u);
  });

  it.each(specs)('R6.3 %s is open to visitors or guarded by keys that exist', (id, { who, keys = [] }) => {
    if (who === 'visitor') expect(keys).toEqual([]);
    for (const key of keys) {
      expect(who === 'ops' ? opsAuthKeys : merchantAuthKeys).toContain(key);
    }
    expect(isForOps(id) && !id.endsWith('.commonConfig') && id !== 'ops.login').toBe(who === 'ops');
  });

  it.each(specs)('contract 1 %s uses the console’s cookie and key exactly when it is for ops', (id, spec) => {
    expect(areaOf(spec)).toBe(isForOps(id) ? 'ops' : 'portal');
  });

  it.each(specs)('R4.12 %s takes an idempotency key exactly when it is idempotent', (_id, spec) => {
    expect('idempotencyKey' in spec.request.properties).toBe(spec.idempotent === true);
    if (spec.idempotent === true) expect(spec.writes).toBe(true);
    expect(spec.request.required ?? []).toEqual(
      // Of an upload, whose payload may be the description of its file alone (contract 1), the key is optional.
      spec.idempotent === true && spec.upload !== true
        ? expect.arrayContaining(['idempotencyKey'])
        : expect.not.arrayContaining(['idempotencyKey']),
    );
  });

  it('R4.12 operations by which a visitor submits something take a key (contract 5, V i)', () => {
    const keyed = specs.filter(([, spec]) => spec.idempotent === true && spec.who === 'visitor').map(([id]) => id);
    expect(keyed.toSorted()).toEqual(['customerContact.trial', 'portal.contact']);
  });

  it.each(specs)('R3.1 %s never takes a mobile or a password unsealed', (_id, { request }) => {
    for (const [at, node] of walkSchema(request)) {
      const name = leafName(at);
      const kind = sealedNames[name];
      if (kind !== undefined) expect(node['x-sealed'], at).toMatchObject({ kind });
      else if ('x-sealed' in node) expect(otherSealedNames, `${at} is sealed under a name of its own`).toContain(name);
    }
  });

  it.each(specs)('contract 3 %s seals every field whose path another operation seals', (_id, { request }) => {
    for (const [at, node] of walkSchema(request)) {
      if (sealedPaths.includes(at.slice(1))) expect(node, at).toHaveProperty('x-sealed');
    }
  });

  it.each(specs)('contract 3 %s names the public key exactly when a field is sealed', (_id, { request }) => {
    const isSealed = walkSchema(request).some(([, node]) => 'x-sealed' in node);
    expect('kid' in request.properties).toBe(isSealed);
  });

  it.each(specs)('security 4.12 %s answers no mobile and no password', (_id, { reply }) => {
    const names = walkSchema(reply).map(([at]) => leafName(at));
    expect(names.filter((name) => name in sealedNames || otherSealedNames.has(name))).toEqual([]);
  });

  it.each(specs)(
    'R3.7 amounts of %s are integers with names for money, sums over rows also texts beyond them',
    (_id, { request, reply }) => {
      for (const [at, node] of [...walkSchema(request), ...walkSchema(reply)]) {
        if (!isMoneyName(leafName(at)) || /\|\d+$/.test(at)) continue;
        const kinds = Array.isArray(node['anyOf'])
          ? node['anyOf'].map(({ type }: { type: string }) => type)
          : [node['type']];
        const isSum = node['x-sum'] === true;
        expect(isSum ? [['integer', 'string']] : [['integer'], ['integer', 'null']], at).toContainEqual(kinds);
      }
    },
  );

  it.each(specs)('house 5 %s is cached as content only when it is a read for everyone', (_id, spec) => {
    if (spec.content === true) expect([spec.who, spec.writes]).toEqual(['visitor', undefined]);
  });

  it.each(specs)('contract 4 %s takes a page number exactly when it returns a page', (id, { request, reply }) => {
    const answered = reply['properties' as keyof typeof reply] ?? {};
    // Their payload is that of their list, and its page changes nothing (contract 5).
    const takesListed = ['bill.sum', 'loanConsult.download'].includes(id);
    const isPaged = 'pageSize' in request.properties && !takesListed;
    expect('pageSize' in answered).toBe(isPaged);
    if (!isPaged) return;
    expect(Object.keys(request.properties)).toEqual(expect.arrayContaining(['page', 'pageSize', 'withTotal']));
    expect('nextCursor' in answered).toBe('cursor' in request.properties);
    expect(Object.keys(answered)).toEqual(
      expect.arrayContaining(['items', 'total', 'totalIsExact', 'page', 'pageSize']),
    );
  });
});
