import { lazyPart } from '@ronghui/web/navigation/chunks';

/** Fetches the welcome. */
export const loadWelcome = () => import('./welcome.tsx');

/** The page of a new user. */
export const LazyWelcome = lazyPart(loadWelcome);
