import { CallError } from '@ronghui/client';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stepUpStore } from '#features/safety/step-up.ts';
import { type Answers, act, refusal, screen, showPage, toasts, user, within } from '#kernel/testing/page.fixture.tsx';
import { loadInviteDrawer, MembersPage } from './members-page.tsx';
import type { Invitation, Member } from './tenant-queries.ts';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await loadChunk(loadInviteDrawer);
}, 60_000);

const owner: Member = {
  memberId: 'u1',
  name: '王小明',
  mobileMasked: '138****0001',
  role: 'owner',
  isSelf: true,
  joinedAt: '2026-11-01T00:00:00.000Z',
};
const viewer: Member = {
  memberId: 'u2',
  name: '李雷',
  mobileMasked: '139****0002',
  role: 'viewer',
  isSelf: false,
  joinedAt: '2026-11-02T00:00:00.000Z',
};
const invitation: Invitation = {
  invitationId: 'v1',
  mobileMasked: '137****0003',
  role: 'finance',
  invitedAt: '2026-11-20T00:00:00.000Z',
  expiresAt: '2026-11-27T00:00:00.000Z',
};

interface Team {
  members: readonly Member[];
  invitations: readonly Invitation[];
}

const open = (team: Team, answers: Answers = {}, search = '') =>
  showPage(<MembersPage />, {
    at: `/merchant/accountCenter/members${search}`,
    answers: {
      'member.page': ({ page = 1, pageSize = 20 }) => ({
        items: [...team.members],
        total: team.members.length,
        totalIsExact: true,
        page,
        pageSize,
        nextCursor: null,
      }),
      'member.invited': () => ({ items: [...team.invitations] }),
      ...answers,
    },
    state: { user, auth: { 'member.manage': true } },
  });

/** Answers the question for a fresh proof, as its dialog does. */
const prove = (ticket: string | null) => act(async () => stepUpStore.get()?.settle(ticket));

afterEach(() => {
  pageTypeStore.set('PC');
  stepUpStore.set(null);
});

describe('R10.9 members', () => {
  it('R10.9 shows the members of the tenant, without actions for oneself', async () => {
    open({ members: [viewer, owner], invitations: [] });
    await screen.findByRole('cell', { name: '李雷' });
    const rows = screen.getAllByRole('row');
    expect(rows.slice(1).map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
      '李雷',
      '王小明（我）',
    ]);
    expect(within(rows[1] ?? document.body).getByRole('button', { name: '移除' })).toBeDefined();
    expect(within(rows[2] ?? document.body).queryByRole('button')).toBeNull();
  });

  it('R10.9 an invitation is sent after a fresh proof, and is pending in the list', async () => {
    const team: Team = { members: [owner], invitations: [] };
    const page = open(
      team,
      {
        'member.invite': () => {
          team.invitations = [invitation];
          return { invitationId: 'v1', expiresAt: invitation.expiresAt };
        },
      },
      '?open=invite',
    );
    await page.keyboard.type(await screen.findByRole('textbox', { name: '手机号' }), '13700000003');
    await page.keyboard.click(screen.getByLabelText(/只读成员/));
    await page.keyboard.click(screen.getByRole('button', { name: '发送邀请' }));
    expect(stepUpStore.get()?.step).toBe('邀请成员');
    expect(page.of('member.invite')).toEqual([]);
    await prove('ticket-1');
    expect(page.of('member.invite')[0]?.input).toMatchObject({
      mobile: '13700000003',
      role: 'viewer',
      stepTicket: 'ticket-1',
    });
    expect(await screen.findByText('待接受的邀请（1）')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(location.hash).toBe('#/merchant/accountCenter/members');
  });

  it('R10.9 without a proof nothing is sent, and the typed text stays', async () => {
    const page = open({ members: [owner], invitations: [] }, {}, '?open=invite');
    await page.keyboard.type(await screen.findByRole('textbox', { name: '手机号' }), '13700000003');
    await page.keyboard.click(screen.getByRole('button', { name: '发送邀请' }));
    await prove(null);
    expect(page.of('member.invite')).toEqual([]);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '手机号' }).value).toBe('13700000003');
  });

  it('R8.3 the mobile of a present member is refused at its field', async () => {
    const text = '该手机号已是成员，或已有一份待接受的邀请';
    const page = open(
      { members: [owner], invitations: [] },
      {
        'member.invite': () => {
          throw new CallError({
            kind: 'reply',
            operationId: 'member.invite',
            errCode: 'RHME001',
            errMsg: text,
            status: 409,
          });
        },
      },
      '?open=invite',
    );
    await page.keyboard.type(await screen.findByRole('textbox', { name: '手机号' }), '13900000002');
    await page.keyboard.click(screen.getByRole('button', { name: '发送邀请' }));
    await prove('ticket-1');
    expect(screen.getByRole('textbox', { name: '手机号' }).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(text)).toBeDefined();
  });

  it('R10.9 a role changes after a question; transferring the tenant also needs a proof', async () => {
    const team: Team = { members: [viewer, owner], invitations: [] };
    const page = open(team, {
      'member.setRole': ({ role }) => {
        team.members = [{ ...viewer, role }, owner];
        return { role };
      },
    });
    await page.keyboard.click(await screen.findByRole('button', { name: '变更角色' }));
    const question = () => within(screen.getByRole('alertdialog'));
    expect(question().getByRole<HTMLButtonElement>('button', { name: '确定' }).disabled).toBe(true);
    await page.keyboard.click(question().getByRole('radio', { name: /^财务/ }));
    await page.keyboard.click(question().getByRole('button', { name: '确定' }));
    expect(page.of('member.setRole')[0]?.input).toEqual({ memberId: 'u2', role: 'finance' });
    expect(toasts()).toEqual(['李雷 现在是财务']);
    await page.keyboard.click(await screen.findByRole('button', { name: '变更角色' }));
    await page.keyboard.click(question().getByRole('radio', { name: /^移交主账号/ }));
    await page.keyboard.click(question().getByRole('button', { name: '移交主账号' }));
    expect(stepUpStore.get()?.step).toBe('移交主账号');
  });

  it('R10.9 a removal shows its consequences before it is done', async () => {
    const team: Team = { members: [viewer, owner], invitations: [] };
    const page = open(team, {
      'member.remove': () => {
        team.members = [owner];
        return {};
      },
    });
    await page.keyboard.click(await screen.findByRole('button', { name: '移除' }));
    const question = within(screen.getByRole('alertdialog'));
    expect(question.getByText(/登录会立即结束/)).toBeDefined();
    await page.keyboard.click(question.getByRole('button', { name: '移除' }));
    expect(page.of('member.remove')[0]?.input).toEqual({ memberId: 'u2' });
    expect(screen.queryByText('李雷')).toBeNull();
  });

  it('R10.9 a pending invitation is withdrawn', async () => {
    const team: Team = { members: [owner], invitations: [invitation] };
    const page = open(team, {
      'member.withdraw': () => {
        team.invitations = [];
        return {};
      },
    });
    await page.keyboard.click(await screen.findByRole('button', { name: '撤回' }));
    await page.keyboard.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '撤回' }));
    expect(page.of('member.withdraw')[0]?.input).toEqual({ invitationId: 'v1' });
    expect(screen.queryByText('137****0003')).toBeNull();
  });

  it('R1.4 on H5 the members are cards with the same actions', async () => {
    pageTypeStore.set('H5');
    open({ members: [viewer, owner], invitations: [] });
    const cards = within(await screen.findByRole('list', { name: '成员' })).getAllByRole('listitem');
    expect(cards).toHaveLength(2);
    expect(within(cards[0] ?? document.body).getByRole('button', { name: '变更角色' })).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('R2.9 offers a retry when the fetch failed, and says when the role may not see it', async () => {
    const failed = open(
      { members: [], invitations: [] },
      {
        'member.page': () => {
          throw refusal('member.page', 'RHSY404');
        },
      },
    );
    expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
    failed.unmount();
  });
});
