import { describe, expect, it } from 'vitest';
import { changeRole, isInvitationOpen, type Member, type Role, removeMember } from './member.ts';
import { seededRandom } from './pictures/seeded-random.ts';

const owner: Member = { userId: 'o', role: 'owner' };
const finance: Member = { userId: 'f', role: 'finance' };
const viewer: Member = { userId: 'v', role: 'viewer' };

describe('R10.9 roles', () => {
  it('R10.9 the owner gives a member another role', () => {
    expect(changeRole(owner, viewer, 'finance')).toEqual({ ok: true, changes: [{ userId: 'v', role: 'finance' }] });
    expect(changeRole(owner, viewer, 'viewer')).toEqual({ ok: true, changes: [] });
  });

  it('R10.9 handing over makes the former owner finance first, so that there are never two', () => {
    expect(changeRole(owner, finance, 'owner')).toEqual({
      ok: true,
      changes: [
        { userId: 'o', role: 'finance' },
        { userId: 'f', role: 'owner' },
      ],
    });
  });

  it('R10.9 the owner cannot step down or be removed without handing over', () => {
    expect(changeRole(owner, owner, 'viewer')).toEqual({ ok: false, reason: 'ownerStays' });
    expect(changeRole(owner, owner, 'owner')).toEqual({ ok: true, changes: [] });
    expect(removeMember(owner, owner)).toEqual({ ok: false, reason: 'ownerStays' });
    expect(removeMember(owner, viewer)).toEqual({ ok: true });
  });

  it.each([finance, viewer])('R6.1 $role changes nobody', (actor) => {
    expect(changeRole(actor, viewer, 'owner')).toEqual({ ok: false, reason: 'notOwner' });
    expect(removeMember(actor, finance)).toEqual({ ok: false, reason: 'notOwner' });
  });

  it('R10.9 whatever happens, a tenant has one owner', () => {
    const random = seededRandom(42);
    const pick = <T>(list: readonly T[]): T => {
      const one = list[Math.floor(random() * list.length)];
      if (one === undefined) throw new Error('nothing to pick from');
      return one;
    };
    let members: readonly Member[] = [owner, finance, viewer];
    for (let step = 0; step < 2000; step += 1) {
      const actor = pick(members);
      const target = pick(members);
      if (random() < 0.1) {
        if (removeMember(actor, target).ok) members = members.filter(({ userId }) => userId !== target.userId);
        if (members.length < 3) members = [...members, { userId: `m${step}`, role: 'viewer' }];
      } else {
        const outcome = changeRole(actor, target, pick<Role>(['owner', 'finance', 'viewer']));
        for (const change of outcome.ok ? outcome.changes : []) {
          members = members.map((each) => (each.userId === change.userId ? change : each));
          expect(members.filter(({ role }) => role === 'owner').length).toBeLessThanOrEqual(1);
        }
      }
      expect(members.filter(({ role }) => role === 'owner')).toHaveLength(1);
    }
  });
});

describe('R10.9 invitations', () => {
  const now = new Date('2026-11-20T00:00:00Z');

  it.each([
    ['waiting', '2026-11-20T00:00:01Z', true],
    ['waiting', '2026-11-20T00:00:00Z', false],
    ['accepted', '2026-11-21T00:00:00Z', false],
    ['declined', '2026-11-21T00:00:00Z', false],
    ['withdrawn', '2026-11-21T00:00:00Z', false],
  ])('R10.9 one that is %s until %s: open is %s', (status, until, open) => {
    expect(isInvitationOpen({ status, expiresAt: new Date(until) }, now)).toBe(open);
  });
});
