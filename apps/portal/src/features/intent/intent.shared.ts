import { lazyPart } from '@ronghui/web/navigation/chunks';

/** Payment on line, which is fetched only where a channel is on. @source receipts 4.4 */
export const PayOnline = lazyPart(() => import('./pay-online.tsx'));
