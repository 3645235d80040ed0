export { useUnread } from './chat-queries.ts';
