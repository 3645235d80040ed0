import { lineFields } from '@ronghui/domain/line-import';
import { moneyUnits } from '@ronghui/domain/table';
import { invalid } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { idempotencyKey, isoTime, list, object, optional, text, typedName, whole, word } from '../../shapes.ts';

/** What a column of the file stands for: the column (the first is 0) with the file's own name for it, or one text for every row. */
export const mapping = () =>
  list(
    object({
      field: word(lineFields),
      column: optional(whole(0, 499)),
      name: optional(text(200, { min: 0 })),
      value: optional(text(80)),
      /** Of a column of amounts: what they are in; without it yuan. */
      unit: optional(word(moneyUnits)),
    }),
    { max: lineFields.length },
  );

const name = () => typedName(60);
const written = { who: 'ops', keys: ['ops.billing.write'], writes: true, idempotent: true } as const;

/** Mappings of files' columns, kept under names that staff give them (R11.6). */
export const lineMappingOperations = {
  'ops.lineImport.mappings': operation({
    path: '/ftc/ops/lineImport/mappings',
    summary: '已存的列设置',
    who: 'ops',
    keys: ['ops.billing.read'],
    request: object({}),
    reply: object({
      items: list(object({ name: name(), mapping: mapping(), by: text(80, { min: 0 }), at: isoTime() }), { max: 100 }),
    }),
  }),
  'ops.lineImport.saveMapping': operation({
    path: '/ftc/ops/lineImport/saveMapping',
    summary: '以一个名称存下列设置，同名的改为这一份',
    ...written,
    request: object({ name: name(), mapping: mapping(), idempotencyKey: idempotencyKey() }),
    reply: object({ at: isoTime() }),
    errors: { invalid },
  }),
  'ops.lineImport.dropMapping': operation({
    path: '/ftc/ops/lineImport/dropMapping',
    summary: '删除已存的列设置',
    ...written,
    // One that was saved before names were tidied is dropped by the name that it has.
    request: object({ name: text(60), idempotencyKey: idempotencyKey() }),
    reply: object({}),
    errors: { notFound: 'RHSY404' },
  }),
} satisfies Record<string, OperationSpec>;
