export * from './headless.ts';
export { type ConfirmCloseReason, ConfirmPopup, type ConfirmPopupProps } from './react/confirm-popup.tsx';
export type { Avatars, MessageSlots } from './react/list-settings.ts';
export { MessageList, type MessageListHandle, type MessageListProps } from './react/message-list.tsx';
export { PopupWindow, type PopupWindowProps } from './react/popup-window.tsx';
export {
  RateLimitedButton,
  type RateLimitedButtonProps,
  type Warning,
  type WarningType,
} from './react/rate-limited-button.tsx';
