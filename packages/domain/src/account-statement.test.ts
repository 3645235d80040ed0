import { describe, expect, it } from 'vitest';
import { cameIn, closingOf, movesOf, spanFault, statementDays } from './account-statement.ts';
import { fen } from './money.ts';

describe('receipts 3.1 the sums of a statement of account', () => {
  const flows = [
    { kind: 'issued', count: 2, amount: fen(14_608_831) },
    { kind: 'adjusted', count: 1, amount: fen(-63_000) },
    { kind: 'paid', count: 2, amount: fen(-17_299_245) },
  ] as const;

  it('receipts 3.1 the closing balance is the opening one and all that changed it', () => {
    expect(closingOf(fen(12_864_027), flows)).toBe(10_110_613);
    expect(closingOf(fen(0), [])).toBe(0);
  });

  it('receipts 3.1 what raised the balance and what lowered it stand apart', () => {
    expect(movesOf(flows)).toEqual({ raised: 14_608_831, lowered: 17_362_245 });
  });

  it('receipts 3.1 what came in is what closes the equation of unapplied money', () => {
    expect(cameIn({ opening: fen(500), applied: fen(700), refunded: fen(100), closing: fen(0) })).toBe(300);
  });
});

describe('receipts 3.1 a span of a statement', () => {
  const today = '2026-11-26';
  it.each([
    ['2026-11-01', '2026-11-26', null],
    ['2026-11-26', '2026-11-26', null],
    ['2026-02-30', '2026-11-26', 'from'],
    ['1999-12-31', '2026-11-26', 'from'],
    ['2026-11-01', '2026-11-31', 'to'],
    ['2026-11-02', '2026-11-01', 'to'],
    ['2026-11-01', '2026-11-27', 'to'],
  ])('receipts 3.1 from %s to %s: %s', (from, to, path) => {
    expect(spanFault({ from, to }, today)?.path ?? null).toBe(path);
  });

  it.each([
    [{}, '2026-11-01', '2026-12-31'],
    [{ from: '2026-12-05' }, '2026-12-05', '2026-12-31'],
    [{ to: '2026-12-05' }, '2000-01-01', '2026-12-05'],
    [{ from: '2026-12-05', to: '2027-02-01' }, '2026-12-05', '2026-12-31'],
  ])('receipts 3.1 the days of %j', (asked, from, to) => {
    expect(statementDays(asked, '2026-12-31')).toEqual({ from, to });
    expect(statementDays({}, '2027-01-03').from).toBe('2026-12-01');
  });
});
