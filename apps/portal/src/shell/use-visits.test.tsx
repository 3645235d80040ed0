import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetVisits } from '#features/behavior/behavior.shared.ts';
import { routeAt } from './routed.fixture.tsx';
import { useVisits } from './use-visits.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  forgetVisits();
});

const visit = (path: string) => {
  const shown = renderHook(({ at }) => useVisits(at, routeAt(at)), { initialProps: { at: path } });
  return (at: string) => shown.rerender({ at });
};
const stay = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    await vi.dynamicImportSettled();
  });
/** The records so far, read from the storage that keeps them when the page is left. */
const noted = (): [event: string, page: string][] => {
  dispatchEvent(new Event('pagehide'));
  const kept: { beaconEventId: string; beaconPageId: string }[] = JSON.parse(
    localStorage.getItem('ronghui.behavior') ?? '[]',
  );
  return kept.map(({ beaconEventId, beaconPageId }) => [beaconEventId, beaconPageId]);
};

it('R12.9 R11.8 home, product and configuration are steps, any other page is a visit, each noted once', async () => {
  const goTo = visit('/portal/home');
  await stay(1000);
  for (const path of ['/portal/productsDetail/factoring', '/portal/skuConfig/factoring/purchase', '/portal/about']) {
    goTo(path);
    await stay(1000);
    goTo(path);
    await stay(1000);
  }
  expect(noted()).toEqual([
    ['step.home', '/portal/home'],
    ['step.product', '/portal/productsDetail/factoring'],
    ['step.config', '/portal/skuConfig/factoring/purchase'],
    ['visit', '/portal/about'],
  ]);
});

it('R12.9 a page that is passed through within a second is no visit, nor is one that does not exist', async () => {
  const goTo = visit('/portal/home');
  await stay(999);
  goTo('/portal/nothing');
  await stay(1000);
  goTo('/portal/about');
  await stay(1000);
  expect(noted()).toEqual([['visit', '/portal/about']]);
});
