/** The permissions of a merchant user (contract 5, auth keys). A page and an operation name the same keys (R6.3). */
export const merchantAuthKeys = [
  'tenant.write',
  'member.manage',
  'certification.write',
  'order.read',
  'order.write',
  'bill.read',
  'bill.confirm',
  'bill.approve',
  'feedback.read',
  'feedback.write',
  'loanConsult.read',
  'authorization.read',
  'authorization.write',
  'recon.read',
  'recon.write',
  'export.create',
  'invoice.read',
  'invoice.write',
] as const;

/** One permission of a merchant user. */
export type AuthKey = (typeof merchantAuthKeys)[number];

/** The roles a member has in a tenant: 主账号, 财务, 只读成员 (R6.1). */
export const memberRoles = ['owner', 'finance', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

const ownerOnly: readonly AuthKey[] = ['tenant.write', 'member.manage', 'certification.write', 'authorization.write'];

/** The keys of a role. */
export const keysOfRole = (role: MemberRole): readonly AuthKey[] => {
  switch (role) {
    case 'owner':
      return merchantAuthKeys;
    case 'finance':
      return merchantAuthKeys.filter((key) => !ownerOnly.includes(key));
    case 'viewer':
      return merchantAuthKeys.filter((key) => key.endsWith('.read'));
  }
};

/** The auth map of the wire: every key, true where the role has it; all false for a visitor (R3.6). */
export const authMap = (role: MemberRole | null): Record<AuthKey, boolean> => {
  const held = role === null ? [] : keysOfRole(role);
  return Object.fromEntries(merchantAuthKeys.map((key) => [key, held.includes(key)])) as Record<AuthKey, boolean>;
};
