import { isDay } from '@ronghui/domain/calendar';
import { type FeeTerms, feeTermsFaults } from '@ronghui/domain/fee-rule';
import { wrongField } from '#kernel/calls/wrong-field';
import { wirePathOf } from './fee-rule-terms.ts';

const missing = { productId: '没有这个产品', orgId: '没有这个机构', tenantId: '没有这个商户' } as const;

/** The 422 for a part of a scope that does not exist. */
export const missingPart = (part: keyof typeof missing) => wrongField(part, missing[part]);

/** The 422 for a second rule of one scope. */
export const scopeTaken = wrongField('productId', '这个范围已有计费规则，请为它添加新版本');

/** Everything that is wrong with a version, by the paths of a call. */
export const versionFaults = (holdsFrom: string, terms: FeeTerms): { path: string; message: string }[] => [
  ...(isDay(holdsFrom) ? [] : [{ path: 'holdsFrom', message: '请填写有效的日期' }]),
  ...feeTermsFaults(terms).map(({ path, message }) => ({ path: wirePathOf(path), message })),
];
