import { Skeleton } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';

/** Fetches the field of an SMS code. */
export const loadSmsCodeField = () => import('./sms-code-field.tsx');

/** The field of an SMS code, for pages that rarely need it. */
export const LazySmsCodeField = lazyPart(loadSmsCodeField, <Skeleton shape="button" count={2} />);

/** The field of the one-time password, which only some logins need. */
export const LazySecondFactorField = lazyPart(() => import('./second-factor-field.tsx'), <Skeleton shape="button" />);
