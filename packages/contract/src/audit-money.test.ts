import { auditFieldText, isAuditMoney } from '@ronghui/domain/audit';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { type OperationSpec, operations } from './index.ts';
import { walkSchema } from './schema-walk.fixture.ts';

const moneyIn = (schema: TSchema): readonly string[] =>
  walkSchema(schema).flatMap(([at, node]) => {
    const name = at
      .replaceAll(/\|\d+|\[\]|\.\*/g, '')
      .split('.')
      .at(-1);
    return node['x-fen'] === true && name !== undefined && name !== '' ? [name] : [];
  });

/** What no event holds: a sum of a line or a count of units, as its bill has it, and what a file that is looked through comes to. */
const inNoEvent: ReadonlySet<string> = new Set(['basis', 'expense', 'income', 'read', 'stated']);
const specs: readonly OperationSpec[] = Object.values(operations);
const names = [...new Set(specs.flatMap(({ request, reply }) => [...moneyIn(request), ...moneyIn(reply)]))].filter(
  (name) => !inNoEvent.has(name),
);

describe('R11.7 the audit trail', () => {
  it('R11.7 knows every amount of an operation as one', () => {
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !isAuditMoney(name))).toEqual([]);
  });

  it('R11.7 has words for every amount of an operation', () => {
    expect(names.filter((name) => auditFieldText(name) === name)).toEqual([]);
  });
});
