export { login } from './account-queries.ts';
export { pressedTooSoon, resendAfterSec, useCodeWait, waitText } from './code-wait.ts';
export { useImageCode, withTicket } from './image-code.ts';
export { LockNotice, useLock } from './lock-notice.tsx';
export { MobileField } from './mobile-field.tsx';
export { NewPasswordField } from './new-password-field.tsx';
export { newPasswordHint } from './password-strength.ts';
export { signOut } from './sign-out.ts';
export { SmsCodeField } from './sms-code-field.tsx';
