import { lazyPart } from '@ronghui/web/navigation/chunks';

/** Fetches the welcome. */
export const loadWelcome = () => import('./welcome.tsx');

/** What a new user sees. */
export const LazyWelcome = lazyPart(loadWelcome);
