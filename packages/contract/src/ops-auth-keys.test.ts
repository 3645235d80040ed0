import { expect, it } from 'vitest';
import { keysOfStaff, opsAuthKeys, opsAuthMap, staffRoles } from './ops-auth-keys.ts';

it('R6.1 an admin has every key of the console', () => {
  expect([...keysOfStaff(['admin'])]).toEqual([...opsAuthKeys]);
});

it('R6.1 the other roles have the keys of their work, and none has staff or audit', () => {
  const table = Object.fromEntries(
    staffRoles.filter((role) => role !== 'admin').map((role) => [role, [...keysOfStaff([role])].toSorted()]),
  );
  expect(table).toMatchInlineSnapshot(`
    {
      "content": [
        "ops.content.read",
        "ops.content.write",
      ],
      "finance": [
        "ops.billing.read",
        "ops.billing.write",
        "ops.customer.read",
        "ops.feedback.read",
        "ops.feedback.write",
        "ops.order.read",
        "ops.order.write",
        "ops.receipt.read",
        "ops.receipt.write",
      ],
      "review": [
        "ops.content.read",
        "ops.customer.read",
        "ops.customer.write",
        "ops.order.read",
        "ops.order.write",
      ],
      "support": [
        "ops.billing.read",
        "ops.chat.read",
        "ops.chat.write",
        "ops.content.read",
        "ops.customer.read",
        "ops.feedback.read",
        "ops.feedback.write",
        "ops.order.read",
      ],
    }
  `);
  for (const role of staffRoles) {
    if (role === 'admin') continue;
    const held = keysOfStaff([role]);
    expect([...held].filter((key) => /^ops\.(staff|audit)\./.test(key))).toEqual([]);
  }
});

it('R6.1 a role that may write something may read it', () => {
  for (const role of staffRoles) {
    const held = keysOfStaff([role]);
    for (const key of held) {
      if (!key.endsWith('.write')) continue;
      expect(opsAuthKeys.filter((each) => held.has(each))).toContain(key.replace(/write$/, 'read'));
    }
  }
});

it('R6.3 only billing changes amounts: the role that answers feedback does not have its key', () => {
  expect(keysOfStaff(['support']).has('ops.feedback.write')).toBe(true);
  expect(keysOfStaff(['support']).has('ops.billing.write')).toBe(false);
});

it('R6.1 several roles have the union of their keys', () => {
  expect([...keysOfStaff(['content', 'review'])].toSorted()).toEqual(
    [...new Set([...keysOfStaff(['content']), ...keysOfStaff(['review'])])].toSorted(),
  );
});

it('R3.6 the map of the console names every key, and without a role all are false', () => {
  expect(Object.keys(opsAuthMap([]))).toEqual([...opsAuthKeys]);
  expect(Object.values(opsAuthMap([])).some(Boolean)).toBe(false);
  expect(Object.values(opsAuthMap(['admin'])).every(Boolean)).toBe(true);
});
