export * from './headless.ts';
export { type ConfirmCloseReason, ConfirmPopup, type ConfirmPopupProps } from './react/confirm-popup.tsx';
export { RateLimitedButton, type RateLimitedButtonProps, type WarningType } from './react/rate-limited-button.tsx';
