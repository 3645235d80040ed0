import { industryCodes } from '@ronghui/domain/company/industry';
import { memberRoles } from '../auth-keys.ts';
import { invalid, raced, racedOn, storageDown, tooOften } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { signedIn } from '../session-shapes.ts';
import {
  cursorFields,
  cursorPageOf,
  flag,
  id,
  idempotencyKey,
  isoTime,
  kid,
  list,
  name,
  nullable,
  object,
  optional,
  sealed,
  text,
  version,
  word,
} from '../shapes.ts';

const divisionCode = () => text(6, { pattern: '^\\d{6}$' });
const divisions = () => object({ items: list(object({ code: text(6), name: text(40) })) });
/** Roles for invitations; ownership is handed over, never given by invitation. */
const invitedRole = () => word(['finance', 'viewer']);

const tenantRecord = () =>
  object({
    tenantId: id(),
    name: text(120, { min: 0 }),
    uscc: nullable(text(18)),
    industry: nullable(text(60)),
    provinceCode: nullable(text(12)),
    cityCode: nullable(text(12)),
    address: nullable(text(200)),
    contactName: nullable(text(60)),
    contactEmail: nullable(text(120)),
    logoFileId: nullable(id()),
    /** Whether a confirmed bill waits for a second person now. */
    secondApprover: flag(),
    /** Switched off: nobody is asked from this moment on. */
    secondApproverUntil: optional(isoTime()),
    certificationStatus: word(['none', 'pending', 'pendingTransfer', 'passed', 'rejected']),
    version: version(),
  });

/** The tenant's record, its members, and the administrative divisions of addresses (R10.7, R10.9, R5.4). */
export const tenantOperations = {
  'tenant.get': operation({
    path: '/ftc/api/tenant/get',
    summary: '查询商户信息',
    who: 'merchant',
    passive: true,
    request: object({}),
    reply: tenantRecord(),
    errors: { notFound: 'RHSY404' },
  }),
  'tenant.update': operation({
    path: '/ftc/api/tenant/update',
    summary: '修改商户信息',
    who: 'merchant',
    keys: ['tenant.write'],
    writes: true,
    request: object({
      industry: optional(nullable(word(industryCodes))),
      provinceCode: optional(nullable(divisionCode())),
      cityCode: optional(nullable(divisionCode())),
      address: optional(nullable(text(200))),
      contactName: optional(nullable(name(60))),
      contactEmail: optional(nullable(text(120))),
      logoFileId: optional(nullable(id())),
      /** Switched on at once; switched off with a fresh proof, from the next day on. */
      secondApprover: optional(flag()),
      stepTicket: optional(id()),
      version: version(),
    }),
    reply: tenantRecord(),
    errors: {
      notFound: 'RHSY404',
      changed: racedOn('RHSY409', { tenant: true }),
      invalid,
      storage: storageDown,
      moreProof: 'RHAC003',
    },
  }),
  'tenant.switch': operation({
    path: '/ftc/api/tenant/switch',
    summary: '切换商户',
    who: 'merchant',
    writes: true,
    whileReadOnly: true,
    request: object({ tenantId: id() }),
    reply: signedIn(),
    /** Logged out: the session has ended meanwhile, or its user was locked. */
    errors: { notFound: 'RHSY404', loggedOut: 'RHSY401' },
  }),
  'region.provinces': operation({
    path: '/ftc/api/region/provinces',
    summary: '省级行政区划',
    who: 'visitor',
    content: true,
    request: object({}),
    reply: divisions(),
  }),
  'region.cities': operation({
    path: '/ftc/api/region/cities',
    summary: '省内的地级行政区划',
    who: 'visitor',
    content: true,
    request: object({ provinceCode: divisionCode() }),
    reply: divisions(),
    errors: { notFound: 'RHSY404' },
  }),
  'member.page': operation({
    path: '/ftc/api/member/page',
    summary: '成员列表',
    who: 'merchant',
    keys: ['member.manage'],
    request: object(cursorFields),
    reply: cursorPageOf(
      object({
        memberId: id(),
        name: text(60, { min: 0 }),
        mobileMasked: text(20),
        role: word(memberRoles),
        isSelf: flag(),
        joinedAt: isoTime(),
      }),
    ),
  }),
  'member.invited': operation({
    path: '/ftc/api/member/invited',
    summary: '待接受的成员邀请',
    who: 'merchant',
    keys: ['member.manage'],
    request: object({}),
    reply: object({
      items: list(
        object({
          invitationId: id(),
          mobileMasked: text(20),
          role: invitedRole(),
          invitedAt: isoTime(),
          expiresAt: isoTime(),
        }),
      ),
    }),
  }),
  'member.invite': operation({
    path: '/ftc/api/member/invite',
    summary: '邀请成员',
    who: 'merchant',
    keys: ['member.manage'],
    writes: true,
    idempotent: true,
    request: object({
      mobile: sealed('mobile'),
      kid: kid(),
      role: invitedRole(),
      stepTicket: id(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ invitationId: id(), expiresAt: isoTime() }),
    errors: {
      moreProof: 'RHAC003',
      known: 'RHME001',
      tooMany: 'RHME004',
      tooOften,
      senderDown: 'OPS10005',
    },
  }),
  'member.withdraw': operation({
    path: '/ftc/api/member/withdraw',
    summary: '撤回成员邀请',
    who: 'merchant',
    keys: ['member.manage'],
    writes: true,
    idempotent: true,
    request: object({ invitationId: id(), idempotencyKey: idempotencyKey() }),
    reply: object({}),
    errors: { notFound: 'RHSY404', over: raced('RHME003', 'invitationId') },
  }),
  'member.invitations': operation({
    path: '/ftc/api/member/invitations',
    summary: '我收到的成员邀请',
    who: 'merchant',
    request: object({}),
    reply: object({
      items: list(
        object({
          invitationId: id(),
          tenantName: text(120, { min: 0 }),
          role: invitedRole(),
          invitedBy: text(60, { min: 0 }),
          expiresAt: isoTime(),
        }),
      ),
    }),
  }),
  'member.accept': operation({
    path: '/ftc/api/member/accept',
    summary: '接受成员邀请',
    who: 'merchant',
    writes: true,
    idempotent: true,
    request: object({ invitationId: id(), idempotencyKey: idempotencyKey() }),
    reply: object({ tenantId: id(), name: text(120, { min: 0 }), role: word(memberRoles) }),
    errors: { notFound: 'RHSY404', over: 'RHME003' },
  }),
  'member.decline': operation({
    path: '/ftc/api/member/decline',
    summary: '拒绝成员邀请',
    who: 'merchant',
    writes: true,
    idempotent: true,
    request: object({ invitationId: id(), idempotencyKey: idempotencyKey() }),
    reply: object({}),
    errors: { notFound: 'RHSY404', over: 'RHME003' },
  }),
  'member.setRole': operation({
    path: '/ftc/api/member/setRole',
    summary: '变更成员角色或移交主账号',
    who: 'merchant',
    keys: ['member.manage'],
    writes: true,
    idempotent: true,
    request: object({
      memberId: id(),
      role: word(memberRoles),
      stepTicket: optional(id()),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ role: word(memberRoles) }),
    errors: { notFound: 'RHSY404', moreProof: 'RHAC003', notOwner: 'RHSY403', ownerStays: 'RHME002' },
  }),
  'member.remove': operation({
    path: '/ftc/api/member/remove',
    summary: '移除成员',
    who: 'merchant',
    keys: ['member.manage'],
    writes: true,
    idempotent: true,
    request: object({ memberId: id(), idempotencyKey: idempotencyKey() }),
    reply: object({}),
    errors: { notFound: 'RHSY404', notOwner: 'RHSY403', ownerStays: 'RHME002' },
  }),
} satisfies Record<string, OperationSpec>;
