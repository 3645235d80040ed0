import { invalid, locked, storageDown, tooOften } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { ownSessions, totpShape } from '../session-shapes.ts';
import {
  file,
  flag,
  id,
  isoTime,
  list,
  nullable,
  object,
  optional,
  pageFields,
  pageOf,
  text,
  typedName,
  whole,
  word,
} from '../shapes.ts';

const overview = () =>
  object({
    name: text(60, { min: 0 }),
    mobileMasked: text(20),
    emailMasked: text(120, { min: 0 }),
    passwordChangedAt: isoTime(),
    /** Whether a new device must enter an SMS code. */
    newDeviceProof: flag(),
    totp: totpShape(),
    /** When the requested closing takes effect. */
    closesAt: nullable(isoTime()),
  });

const conditions = () =>
  object({
    items: list(
      object({
        key: word(['orders', 'bills', 'ownership']),
        met: flag(),
        title: text(60),
        /** The open condition, and how to meet it. */
        text: text(200),
      }),
    ),
    canClose: flag(),
    /** Days within which a closing can be revoked. */
    graceDays: whole(1, 365),
  });

/** The state of an export of one's own data, which is a sent job (contract 6). */
const exportState = () =>
  object({
    exportId: id(),
    status: word(['queued', 'running', 'done', 'failed', 'cancelled', 'expired']),
    /** The finished steps of all; a total of 0 is not known yet. */
    progress: object({ done: whole(0, 1_000_000_000), total: whole(0, 1_000_000_000), text: text(120, { min: 0 }) }),
    /** Its cancellation was requested, and it has not ended yet. */
    isEnding: flag(),
    createdAt: isoTime(),
    /** Until when the file can be downloaded; null before the job is done. */
    expiresAt: nullable(isoTime()),
    /** Why it failed, as a message for its user; empty when it did not. */
    failure: text(300, { min: 0 }),
  });

/** A user's account-safety settings, beyond password, mobile and e-mail address (R10.9). */
export const safetyOperations = {
  'user.safety': operation({
    path: '/ftc/api/user/safety',
    summary: '查询账号安全状态',
    who: 'merchant',
    request: object({}),
    reply: overview(),
  }),
  'user.updateUserName': operation({
    path: '/ftc/api/user/updateUserName',
    summary: '修改用户名称',
    who: 'merchant',
    writes: true,
    request: object({ name: typedName(60) }),
    reply: object({}),
    errors: { invalid },
  }),
  'user.sessions': operation({
    path: '/ftc/api/user/sessions',
    summary: '登录中的设备',
    who: 'merchant',
    request: object({}),
    reply: ownSessions(),
  }),
  'user.endSession': operation({
    path: '/ftc/api/user/endSession',
    summary: '结束一处登录',
    who: 'merchant',
    writes: true,
    whileReadOnly: true,
    request: object({ sessionId: id() }),
    reply: object({}),
    errors: { notFound: 'RHSY404' },
  }),
  'user.loginHistory': operation({
    path: '/ftc/api/user/loginHistory',
    summary: '登录记录',
    who: 'merchant',
    request: object(pageFields),
    reply: pageOf(
      object({
        loginId: id(),
        at: isoTime(),
        method: word(['password', 'sms', 'register']),
        result: word(['success', 'failed']),
        device: text(60, { min: 0 }),
        address: text(64, { min: 0 }),
        isKnownDevice: flag(),
      }),
    ),
  }),
  'user.enrolTotp': operation({
    path: '/ftc/api/user/enrolTotp',
    summary: '开始绑定动态口令',
    who: 'merchant',
    writes: true,
    request: object({ stepTicket: id() }),
    reply: object({ secret: text(64), otpauthUrl: text(500) }),
    errors: { moreProof: 'RHAC003', changed: 'RHSY409' },
  }),
  'user.confirmTotp': operation({
    path: '/ftc/api/user/confirmTotp',
    summary: '以一次动态口令完成绑定',
    who: 'merchant',
    writes: true,
    request: object({ code: text(12) }),
    reply: object({ recoveryCodes: list(text(20), { max: 20 }) }),
    /** `changed`: nothing waits to be confirmed; a secret waits for ten minutes. */
    errors: { wrongCode: 'OPS100019', changed: 'RHSY409', locked, lockedByOps: 'OPS100021' },
  }),
  'user.disableTotp': operation({
    path: '/ftc/api/user/disableTotp',
    summary: '解除动态口令',
    who: 'merchant',
    writes: true,
    request: object({ stepTicket: id() }),
    reply: object({}),
    errors: { moreProof: 'RHAC003' },
  }),
  'user.setNewDeviceProof': operation({
    path: '/ftc/api/user/setNewDeviceProof',
    summary: '开关新设备短信验证',
    who: 'merchant',
    writes: true,
    request: object({ on: flag(), stepTicket: id() }),
    reply: object({}),
    errors: { moreProof: 'RHAC003' },
  }),
  'user.exportData': operation({
    path: '/ftc/api/user/exportData',
    summary: '开始导出我的个人信息，或找到进行中的导出',
    who: 'merchant',
    writes: true,
    request: object({}),
    reply: exportState(),
    errors: { tooOften },
  }),
  'user.exportDataGet': operation({
    path: '/ftc/api/user/exportDataGet',
    summary: '查询个人信息导出的进度',
    who: 'merchant',
    passive: true,
    request: object({ exportId: optional(id()) }),
    /** Null: nothing was exported lately. */
    reply: object({ export: nullable(exportState()) }),
    errors: { notFound: 'RHSY404' },
  }),
  'user.exportDataCancel': operation({
    path: '/ftc/api/user/exportDataCancel',
    summary: '取消个人信息导出',
    who: 'merchant',
    writes: true,
    request: object({ exportId: id() }),
    reply: exportState(),
    errors: { notFound: 'RHSY404', changed: 'RHSY409' },
  }),
  'user.exportDataDownload': operation({
    path: '/ftc/api/user/exportDataDownload',
    summary: '下载导出的个人信息',
    who: 'merchant',
    request: object({ exportId: id() }),
    reply: file(),
    errors: { notFound: 'RHSY404', changed: 'RHSY409', storage: storageDown },
  }),
  'user.closeConditions': operation({
    path: '/ftc/api/user/closeConditions',
    summary: '注销账号的条件',
    who: 'merchant',
    request: object({}),
    reply: conditions(),
  }),
  'user.closeAccount': operation({
    path: '/ftc/api/user/closeAccount',
    summary: '申请注销账号',
    who: 'merchant',
    writes: true,
    request: object({ stepTicket: id() }),
    reply: object({ closesAt: isoTime() }),
    errors: { moreProof: 'RHAC003', notReady: 'RHAC004', changed: 'RHSY409' },
  }),
  'user.keepAccount': operation({
    path: '/ftc/api/user/keepAccount',
    summary: '撤回注销申请',
    who: 'merchant',
    writes: true,
    request: object({}),
    reply: object({}),
    errors: { tooLate: 'RHSY409' },
  }),
} satisfies Record<string, OperationSpec>;
