import { describe, expect, it } from 'vitest';
import { canClose, closingConditions, closingGraceDays } from './account-closing.ts';

const clear = { openOrders: 0, unsettledBills: 0, heldTenants: 0 };

describe('closing an account', () => {
  it('R10.9 is possible with no open order, no unsettled bill and the ownership handed over', () => {
    expect(canClose(closingConditions(clear))).toBe(true);
    for (const obstacle of ['openOrders', 'unsettledBills', 'heldTenants'] as const) {
      const conditions = closingConditions({ ...clear, [obstacle]: 2 });
      expect(canClose(conditions)).toBe(false);
      const unmet = conditions.filter(({ met }) => !met);
      expect(unmet).toHaveLength(1);
      expect(unmet[0]?.text).toContain('2');
    }
  });

  it('R10.9 one has 15 days to change one’s mind', () => {
    expect(closingGraceDays).toBe(15);
  });
});
