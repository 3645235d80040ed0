import { expect, it } from 'vitest';
import { phaseAt, reconPhases } from './run-phase.ts';

it('R13.4 every progress is in one phase, from the first to the last', () => {
  const places = Array.from({ length: 101 }, (_, done) => phaseAt(done));
  expect(new Set(places)).toEqual(new Set(Object.keys(reconPhases).map((_, at) => at)));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect([phaseAt(9), phaseAt(10), phaseAt(49), phaseAt(50)]).toEqual([0, 1, 1, 2]);
});
