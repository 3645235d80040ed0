/** What a notice is about; one may be sent on by SMS and mail for each (R10.11). */
export const noticeKinds = ['order', 'bill', 'authorization', 'certification', 'member', 'security', 'system'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** What people read of a kind. */
export const noticeKindNames: Readonly<Record<NoticeKind, string>> = {
  order: '订单',
  bill: '账单',
  authorization: '授权',
  certification: '企业认证',
  member: '成员',
  security: '账号安全',
  system: '系统',
};

/** Where a notice leads; the portal knows the page of each. */
export const noticePlaces = [
  'order',
  'bill',
  'authorization',
  'certification',
  'members',
  'home',
  'safety',
  'basicInfo',
] as const;
export type NoticePlace = (typeof noticePlaces)[number];

/** How long a notice is kept, read or not. @unit days */
export const noticeDays = 180;

/** Unread notices are counted up to here; beyond it the bell shows `99+`. */
export const unreadReach = 100;

/** How often an open page asks for its unread count, and how far apart pages spread around that. @unit ms @source decision 0017 */
export const unreadPollMs = 20_000;
export const unreadPollSpreadMs = 4_000;
