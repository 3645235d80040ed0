export { noticeHref } from './notice-links.ts';
export { readNotices } from './notice-queries.ts';
