/** What the door of notices calls. */
export { takeNotice } from './take-notice.ts';
