import { describe, expect, it } from 'vitest';
import {
  burstWaitSec,
  mayRate,
  mayRecall,
  nearsEnd,
  presentReception,
  type ReceptionAction,
  receptionActions,
  receptionStates,
  silenceEndOf,
  stepReception,
} from './chat.ts';

const at = new Date('2026-12-01T02:00:00.000Z');
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);

describe('service 1.4 a reception', () => {
  it.each([
    ['robot', 'handOver', 'waiting'],
    ['robot', 'end', 'ended'],
    ['waiting', 'take', 'serving'],
    ['waiting', 'leave', 'left'],
    ['waiting', 'end', 'ended'],
    ['serving', 'transfer', 'serving'],
    ['serving', 'giveBack', 'waiting'],
    ['serving', 'end', 'ended'],
    ['left', 'take', 'serving'],
    ['left', 'end', 'ended'],
  ] as const)('service 1.4 that is %s becomes by %s %s', (state, action, to) => {
    expect(stepReception(state, action)).toEqual({ ok: true, to });
  });

  it('service 1.4 that waits or is served is handed over again without a change', () => {
    for (const state of ['waiting', 'serving', 'left'] as const)
      expect(stepReception(state, 'handOver')).toEqual({ ok: true, to: state });
  });

  it.each(receptionActions)('service 1.4 that is over takes no more steps: %s', (action) => {
    expect(stepReception('ended', action)).toEqual({ ok: false, reason: 'ended' });
  });

  it('service 1.4 takes no other step: the table above is all', () => {
    const refused = receptionStates.flatMap((state) =>
      receptionActions
        .filter((action) => !stepReception(state, action).ok && state !== 'ended')
        .map((action): [string, ReceptionAction] => [state, action]),
    );
    expect(refused).toEqual([
      ['robot', 'take'],
      ['robot', 'transfer'],
      ['robot', 'giveBack'],
      ['robot', 'leave'],
      ['waiting', 'transfer'],
      ['waiting', 'giveBack'],
      ['serving', 'take'],
      ['serving', 'leave'],
      ['left', 'transfer'],
      ['left', 'giveBack'],
      ['left', 'leave'],
    ]);
  });

  it('service 1.4 ends by 30 minutes of silence while the robot or a person serves, to the second, and never while it waits', () => {
    for (const state of ['robot', 'serving'] as const) {
      expect(presentReception(state, at, later(30 * 60 - 1))).toBe(state);
      expect(presentReception(state, at, later(30 * 60))).toBe('ended');
      expect(silenceEndOf(state, at)).toEqual(later(30 * 60));
    }
    for (const state of ['waiting', 'left', 'ended'] as const) {
      expect(presentReception(state, at, later(86_400))).toBe(state);
      expect(silenceEndOf(state, at)).toBeNull();
    }
  });
});

describe('service 1.4 the end that silence is about to bring', () => {
  it('service 1.4 is announced from 25 minutes on until it is there, to the second, and never while somebody is waited for', () => {
    for (const state of ['robot', 'serving'] as const)
      expect([25 * 60 - 1, 25 * 60, 30 * 60 - 1, 30 * 60].map((after) => nearsEnd(state, at, later(after)))).toEqual([
        false,
        true,
        true,
        false,
      ]);
    for (const state of ['waiting', 'left', 'ended'] as const) expect(nearsEnd(state, at, later(26 * 60))).toBe(false);
  });
});

describe('service 1.4 a rating', () => {
  it('service 1.4 is possible for seven days after the end, and not before it', () => {
    expect(mayRate(null, at)).toBe(false);
    expect(mayRate(at, later(7 * 86_400))).toBe(true);
    expect(mayRate(at, later(7 * 86_400 + 1))).toBe(false);
  });
});

describe('service 1.3 a recall', () => {
  it('service 1.3 is possible for two minutes, to the second', () => {
    expect(mayRecall(at, later(120))).toBe(true);
    expect(mayRecall(at, later(121))).toBe(false);
  });
});

describe('service 2.6 messages in a burst', () => {
  const ten = (first: number) => Array.from({ length: 10 }, (_, one) => later(first - one));

  it('service 2.6 ten in ten seconds pass, and the next one waits until the oldest of them is ten seconds old', () => {
    expect(burstWaitSec(ten(0).slice(1), at)).toBe(0);
    expect(burstWaitSec(ten(0), at)).toBe(1);
    expect(
      burstWaitSec(
        Array.from({ length: 10 }, () => at),
        at,
      ),
    ).toBe(10);
    expect(burstWaitSec(ten(0), later(1))).toBe(0);
  });
});
