/** What other nouns ask of notices in their own transaction. */
export { deleteNoticeSettings, leaveNotice } from './notice.sql.ts';
