import fc from 'fast-check';
import { type Fen, fen } from './fen.ts';

/** Amounts of every size and sign, with the bounds of the safe range more often than at random. */
export const amounts: fc.Arbitrary<Fen> = fc
  .oneof(fc.maxSafeInteger(), fc.integer({ min: -10_000_000, max: 10_000_000 }))
  .map(fen);
