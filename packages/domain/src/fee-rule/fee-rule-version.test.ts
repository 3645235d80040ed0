import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FeeRuleVersion, versionFor } from '../fee-rule.ts';
import { plainTerms } from './fee-terms.fixture.ts';

const version = (changes: Partial<FeeRuleVersion>): FeeRuleVersion => ({
  ruleId: 'R1',
  version: 1,
  holdsFrom: '2026-01-01',
  productId: 'P1',
  orgId: null,
  tenantId: null,
  terms: plainTerms,
  ...changes,
});
const fact = { productId: 'P1', orgId: 'O1', tenantId: 'T1', occurredOn: '2026-10-10' };

const product = version({ ruleId: 'product' });
const org = version({ ruleId: 'org', orgId: 'O1' });
const tenant = version({ ruleId: 'tenant', tenantId: 'T1' });
const both = version({ ruleId: 'both', orgId: 'O1', tenantId: 'T1' });

describe('R4.9 which rule holds', () => {
  it.each([
    [[product], 'product'],
    [[product, org], 'org'],
    [[product, org, tenant], 'tenant'],
    [[product, org, tenant, both], 'both'],
    [[product, version({ orgId: 'O2' }), version({ tenantId: 'T2' })], 'product'],
    [[version({ productId: 'P2' })], undefined],
    [[], undefined],
  ])('R4.9 the narrowest of them wins, in every order: %#', (versions, ruleId) => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...versions], { minLength: versions.length }), (shuffled) => {
        expect(versionFor(shuffled, fact)?.ruleId).toBe(ruleId);
      }),
    );
  });

  it('R4.9 of its versions, the one that holds on the line’s day', () => {
    const versions = [
      version({ version: 1, holdsFrom: '2026-01-01' }),
      version({ version: 2, holdsFrom: '2026-10-10' }),
      version({ version: 3, holdsFrom: '2026-10-10' }),
      version({ version: 4, holdsFrom: '2026-11-01' }),
    ];
    const on = (occurredOn: string) => versionFor(versions, { ...fact, occurredOn })?.version;
    expect(['2025-12-31', '2026-01-01', '2026-10-09', '2026-10-10', '2026-10-31', '2026-11-01'].map(on)).toEqual([
      undefined,
      1,
      1,
      3,
      3,
      4,
    ]);
  });

  it('R4.9 a narrower rule that begins later leaves the days before to the wider one', () => {
    const versions = [product, version({ ruleId: 'tenant', tenantId: 'T1', holdsFrom: '2026-10-15' })];
    expect(versionFor(versions, fact)?.ruleId).toBe('product');
    expect(versionFor(versions, { ...fact, occurredOn: '2026-10-15' })?.ruleId).toBe('tenant');
  });
});
