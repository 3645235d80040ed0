import { describe, expect, it } from 'vitest';
import { type LeadState, type LeadStep, leadActionsOn, leadStatuses, stepLead } from './lead.ts';

const lead = (status: LeadState['status'], ownerId: string | null = null): LeadState => ({ status, ownerId });
const steps: readonly LeadStep[] = [
  { action: 'take', by: 'me' },
  { action: 'assign', to: 'her' },
  { action: 'win' },
  { action: 'lose', reason: '预算不足' },
  { action: 'reopen', by: 'me' },
  { action: 'undoWin', by: 'me', reason: '选错了商户' },
  { action: 'note', text: '下周再联系' },
  { action: 'remind', on: '2026-11-24', today: '2026-11-23' },
];

describe('R11.4 a lead', () => {
  it.each([
    ['new', { action: 'take', by: 'me' }, { status: 'following', ownerId: 'me' }],
    ['new', { action: 'assign', to: 'her' }, { status: 'following', ownerId: 'her' }],
    ['following', { action: 'win' }, { status: 'won', ownerId: null }],
    ['following', { action: 'lose', reason: '预算不足' }, { status: 'lost', ownerId: null }],
    ['lost', { action: 'reopen', by: 'me' }, { status: 'following', ownerId: 'me' }],
    ['won', { action: 'undoWin', by: 'me', reason: '选错了商户' }, { status: 'following', ownerId: 'me' }],
    ['won', { action: 'note', text: '已开通' }, { status: 'won', ownerId: null }],
    ['new', { action: 'remind', on: null, today: '2026-11-23' }, { status: 'new', ownerId: null }],
  ] as const)('R11.4 that is %s and is given %j becomes %j', (status, step, to) => {
    expect(stepLead(lead(status), step)).toEqual({ ok: true, to });
  });

  it.each([
    ['won', { action: 'take', by: 'me' }, 'notAllowed'],
    ['won', { action: 'reopen', by: 'me' }, 'notAllowed'],
    ['lost', { action: 'win' }, 'notAllowed'],
    ['new', { action: 'reopen', by: 'me' }, 'notAllowed'],
    ['won', { action: 'undoWin', by: 'me', reason: ' ' }, 'textMissing'],
    ['lost', { action: 'undoWin', by: 'me', reason: '选错了商户' }, 'notAllowed'],
    ['new', { action: 'lose', reason: '　' }, 'textMissing'],
    ['new', { action: 'note', text: ' ' }, 'textMissing'],
    ['following', { action: 'remind', on: '2026-11-22', today: '2026-11-23' }, 'dayPassed'],
    ['lost', { action: 'remind', on: null, today: '2026-11-23' }, 'notAllowed'],
  ] as const)('R11.4 that is %s is not given %j: %s', (status, step, reason) => {
    expect(stepLead(lead(status), step)).toEqual({ ok: false, reason });
  });

  it('R11.4 that somebody has already is not taken by them again, and keeps its owner when it is taken up again', () => {
    expect(stepLead(lead('following', 'me'), { action: 'take', by: 'me' }).ok).toBe(false);
    expect(stepLead(lead('lost', 'her'), { action: 'reopen', by: 'me' })).toMatchObject({ to: { ownerId: 'her' } });
  });

  it('R11.4 offers exactly the steps that its state allows', () => {
    for (const status of leadStatuses) {
      const offered = leadActionsOn(lead(status), 'me');
      const allowed = steps.filter((step) => stepLead(lead(status), step).ok).map(({ action }) => action);
      expect([...offered].toSorted(), status).toEqual(allowed.toSorted());
    }
  });
});
