/** What an audit event says was changed, as a reader sees it (R11.7). */

export { auditFieldText, isAuditAmount, isAuditMoney, isAuditSerial } from './audit/audit-fields.ts';
export { auditValueText } from './audit/audit-values.ts';

/** A value before and after, by its dotted path; a side on which there is no such field has none. */
export interface ValueChange {
  readonly field: string;
  readonly before?: string;
  readonly after?: string;
}

const textAtMost = 2000;

const cut = (text: string): string => (text.length > textAtMost ? `${text.slice(0, textAtMost - 1)}…` : text);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const leafText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '是' : '否';
  return cut(typeof value === 'string' ? value : JSON.stringify(value));
};

/** The plain values in a value, by their paths. A list of plain values is one value. */
const leavesOf = (value: unknown, path: string): readonly (readonly [path: string, text: string])[] => {
  if (!isObject(value)) return [[path, leafText(value)]];
  if (Array.isArray(value) && !value.some(isObject)) return [[path, cut(value.map(leafText).join('、'))]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
};

/** Both sides of an event, one line a value: those that differ, or all where there is one side only. */
export const valueChanges = (before: unknown, after: unknown): readonly ValueChange[] => {
  const sides = [before, after].map((side) => new Map(side === null || side === undefined ? [] : leavesOf(side, '')));
  const [was, is] = sides;
  if (was === undefined || is === undefined) return [];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((path) => {
    const [old, fresh] = [was.get(path), is.get(path)];
    if (old === fresh) return [];
    const field = path === '' ? 'value' : path.slice(0, 200);
    return [{ field, ...(old === undefined ? {} : { before: old }), ...(fresh === undefined ? {} : { after: fresh }) }];
  });
};

/**
 * What is wrong with the trail: an event whose content differs from what was sealed (`changed`), or is that of another place (`moved`);
 * one that is gone (`removed`); one that was written past the sealer (`unsealed`); some that wait for their seal for too long (`late`); a seal
 * that does not follow from the one before (`sealBroken`), or is gone (`sealGone`).
 */
export const findingKinds = ['changed', 'moved', 'removed', 'unsealed', 'late', 'sealBroken', 'sealGone'] as const;

/** A row that is not as it was sealed. */
export interface Finding {
  readonly kind: (typeof findingKinds)[number];
  readonly eventId: number | null;
  readonly sealNo: number | null;
  /** Where a moved event stood. */
  readonly fromEventId?: number;
  /** How many seals in a row are gone, or events wait, this one included. */
  readonly count?: number;
}
