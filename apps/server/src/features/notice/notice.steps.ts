/** What other nouns may call within their transaction. */
export { deleteNoticeSettings, leaveNotice } from './notice.sql.ts';
