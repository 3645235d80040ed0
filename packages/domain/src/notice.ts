/** The kinds of notice; each kind can also be sent by SMS and mail (R10.11). */
export const noticeKinds = ['order', 'bill', 'authorization', 'certification', 'member', 'security', 'system'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The label of each kind. */
export const noticeKindNames: Readonly<Record<NoticeKind, string>> = {
  order: '订单',
  bill: '账单',
  authorization: '授权',
  certification: '企业认证',
  member: '成员',
  security: '账号安全',
  system: '系统',
};

/** The target of a notice; the portal maps it to a page. */
export const noticePlaces = [
  'order',
  'bill',
  'feedback',
  'invoice',
  'authorization',
  'certification',
  'members',
  'home',
  'safety',
  'basicInfo',
  'exports',
  'recon',
  'chat',
] as const;
export type NoticePlace = (typeof noticePlaces)[number];

/** Days that a notice is kept, read or unread. @unit days */
export const noticeDays = 180;

/** The limit of the unread count; above it the bell shows `99+`. */
export const unreadReach = 100;

/** The polling interval of the unread count, and the random spread around it. @unit ms @source decision 0017 */
export const unreadPollMs = 20_000;
export const unreadPollSpreadMs = 4_000;
