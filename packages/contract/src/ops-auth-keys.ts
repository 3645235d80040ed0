/**
 * The permissions of the provider's staff (contract 5, auth keys). A page of the console and an operation name the same keys (R6.3).
 *
 * `customer`: tenants, users, certifications, leads · `order.write`: every step of an order · `billing.write`: adjusting and releasing,
 * stages, rules, issue, settlement, invoices · `receipt`: money that arrived · `feedback.write`: messages and rejecting, never an amount · `system`: what the product runs on, the
 * senders among it.
 */
export const opsAuthKeys = [
  'ops.content.read',
  'ops.content.write',
  'ops.customer.read',
  'ops.customer.write',
  'ops.order.read',
  'ops.order.write',
  'ops.billing.read',
  'ops.billing.write',
  'ops.receipt.read',
  'ops.receipt.write',
  'ops.feedback.read',
  'ops.feedback.write',
  'ops.chat.read',
  'ops.chat.write',
  'ops.audit.read',
  'ops.audit.write',
  'ops.staff.read',
  'ops.staff.write',
  'ops.system.read',
  'ops.system.write',
] as const;

/** One permission of a member of staff. */
export type OpsAuthKey = (typeof opsAuthKeys)[number];

/** The roles of staff: 管理员, 内容运营, 审核员, 财务, 客服 (R6.1). One may have several. */
export const staffRoles = ['admin', 'content', 'review', 'finance', 'support'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** The keys of each role; the admin has every key. @source R6.1, decision 0025 */
const keysOfStaffRole: Readonly<Record<StaffRole, readonly OpsAuthKey[]>> = {
  admin: opsAuthKeys,
  content: ['ops.content.read', 'ops.content.write'],
  review: ['ops.content.read', 'ops.customer.read', 'ops.customer.write', 'ops.order.read', 'ops.order.write'],
  finance: [
    'ops.customer.read',
    'ops.order.read',
    'ops.order.write',
    'ops.billing.read',
    'ops.billing.write',
    'ops.receipt.read',
    'ops.receipt.write',
    'ops.feedback.read',
    'ops.feedback.write',
  ],
  support: [
    'ops.content.read',
    'ops.customer.read',
    'ops.order.read',
    'ops.billing.read',
    'ops.feedback.read',
    'ops.feedback.write',
    'ops.chat.read',
    'ops.chat.write',
  ],
};

/** The union of these roles' keys. */
export const keysOfStaff = (roles: readonly StaffRole[]): ReadonlySet<OpsAuthKey> =>
  new Set(roles.flatMap((role) => keysOfStaffRole[role]));

/** The auth map of the console: every key, true where one of the roles has it; all false before a login (R3.6). */
export const opsAuthMap = (roles: readonly StaffRole[]): Record<OpsAuthKey, boolean> => {
  const held = keysOfStaff(roles);
  return Object.fromEntries(opsAuthKeys.map((key) => [key, held.has(key)])) as Record<OpsAuthKey, boolean>;
};
