import { noticeKinds, unreadReach } from '@ronghui/domain/notice';
import { notice } from '../notice-shapes.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { cursorFields, cursorPageOf, flag, id, list, object, optional, whole, word } from '../shapes.ts';

const unreadCount = () => object({ unread: whole(0, unreadReach) });
/** Beside the notices: the messages of customer service that the reader has not read, counted up to this. @source service 1.5 */
const messagesReach = 100;
const setting = () => object({ kind: word(noticeKinds), sms: flag(), mail: flag() });
const settings = () =>
  object({
    items: list(setting(), { max: noticeKinds.length }),
    /** Mail needs an e-mail address in the user's own account. */
    hasEmail: flag(),
  });

/** In-site notices for the user in the session's tenant (R10.11). */
export const noticeOperations = {
  'notice.page': operation({
    path: '/ftc/api/notice/page',
    summary: '通知列表',
    who: 'merchant',
    request: object({ kind: optional(word(noticeKinds)), unread: optional(flag()), ...cursorFields }),
    // The reader's unread notices when the first part was read, of every kind; no other part has it.
    reply: object({ ...cursorPageOf(notice()).properties, unread: optional(whole(0, unreadReach)) }),
  }),
  'notice.unreadCount': operation({
    path: '/ftc/api/notice/unreadCount',
    summary: '未读通知数，和在线客服的未读消息数',
    who: 'merchant',
    passive: true,
    request: object({}),
    reply: object({ ...unreadCount().properties, messages: optional(whole(0, messagesReach)) }),
  }),
  'notice.read': operation({
    path: '/ftc/api/notice/read',
    summary: '将通知标为已读，不指明时为全部',
    who: 'merchant',
    writes: true,
    whileReadOnly: true,
    request: object({ noticeIds: optional(list(id(), { min: 1, max: 100 })) }),
    reply: unreadCount(),
    errors: { notFound: 'RHSY404' },
  }),
  'notice.settings': operation({
    path: '/ftc/api/notice/settings',
    summary: '通知的短信与邮件设置',
    who: 'merchant',
    request: object({}),
    reply: settings(),
  }),
  'notice.saveSettings': operation({
    path: '/ftc/api/notice/saveSettings',
    summary: '保存通知的短信与邮件设置',
    who: 'merchant',
    writes: true,
    request: object({ items: list(setting(), { min: 1, max: noticeKinds.length }) }),
    reply: settings(),
    errors: { noEmail: 'RHNO001' },
  }),
} satisfies Record<string, OperationSpec>;
