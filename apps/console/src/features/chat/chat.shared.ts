export { useUnread } from './queue-queries.ts';
