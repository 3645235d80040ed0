import { Skeleton } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';

/** Fetches the way to an SMS code. */
export const loadSmsCodeField = () => import('./sms-code-field.tsx');

/** The way to an SMS code, for pages that mostly do without it. */
export const LazySmsCodeField = lazyPart(loadSmsCodeField, <Skeleton shape="button" count={2} />);

/** The one-time password, for logins of those who have it. */
export const LazySecondFactorField = lazyPart(() => import('./second-factor-field.tsx'), <Skeleton shape="button" />);
