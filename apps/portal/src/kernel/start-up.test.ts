import type { StartUp } from '@ronghui/client';
import { expect, it } from 'vitest';
import { applyStartUp, startUpStore } from './start-up.ts';
import { site, user } from './testing/page.fixture.tsx';

it('R3.5 the start-up call fills the common state', () => {
  expect(startUpStore.get()).toMatchObject({ phase: 'starting', visibleFlag: { IS_VISIBLE_DOC_CENTER: 'off' } });
  const reply = {
    visibleFlag: { IS_VISIBLE_DOC_CENTER: 'on' },
    site: { ...site, icp: '京ICP备00000000号' },
    user,
    auth: { 'order.read': true },
  };
  // The keys are the client's; the state has none of them.
  applyStartUp(reply as unknown as StartUp);
  expect(startUpStore.get()).toEqual({ phase: 'ready', ...reply });
});
