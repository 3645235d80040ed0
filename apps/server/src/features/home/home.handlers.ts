import { authMap, type homeOperations, type Output } from '@ronghui/contract';
import { listInvitationsOf } from '#features/tenant/invitation.sql';
import { findTenant } from '#features/tenant/tenant.sql';
import type { HandlersFor } from '#kernel/context';

type Summary = Output<'home.summary'>;
type Todo = Summary['todos'][number];

/** What a certification asks of those who may submit it. */
const certificationTodos: Readonly<Partial<Record<string, Omit<Todo, 'id' | 'dueAt'>>>> = {
  none: { kind: 'certify', title: '完成企业认证，开通全部功能' },
  rejected: { kind: 'correctCertification', title: '企业认证未通过，请修改后重新提交' },
  pendingTransfer: { kind: 'verifyTransfer', title: '请查收打款并填写到账金额，完成企业认证' },
};

/** The first page of the merchant area (R10.1). */
export const homeHandlers: HandlersFor<typeof homeOperations> = {
  'home.summary': async (_input, { db, tenantId, userId, role, transactAsService }) => {
    const holds = authMap(role);
    const [tenant, invitations] = await Promise.all([
      findTenant(db, tenantId),
      transactAsService((tx) => listInvitationsOf(tx, userId)),
    ]);
    const status = tenant?.certification_status ?? 'none';
    const certify = holds['certification.write'] ? certificationTodos[status] : undefined;
    const todos: Todo[] = invitations.map((row) => ({
      kind: 'invitation',
      id: row.invitation_id,
      title: `${row.invited_by || row.invited_by_mobile} 邀请您加入 ${row.tenant_name || '一个商户'}`,
      dueAt: row.expires_at.toISOString(),
    }));
    if (certify !== undefined) todos.push({ ...certify, id: null, dueAt: null });
    return {
      // The check constraint holds the contract's words.
      certification: { status: status as NonNullable<Summary['certification']>['status'], validTo: null },
      todos,
    };
  },
};
