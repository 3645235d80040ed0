export * from './headless.ts';
export { type ConfirmCloseReason, ConfirmPopup, type ConfirmPopupProps } from './react/confirm-popup.tsx';
export { Composer, type ComposerProps } from './react/conversation/composer.tsx';
export { SendStatus, type SendStatusProps } from './react/conversation/send-status.tsx';
export {
  type ConversationView,
  type ConversationViewOptions,
  useConversation,
} from './react/conversation/use-conversation.tsx';
export type { Avatars, MessageSlots } from './react/list-settings.ts';
export { MessageList, type MessageListHandle, type MessageListProps } from './react/message-list.tsx';
export { PopupWindow, type PopupWindowProps } from './react/popup-window.tsx';
export {
  RateLimitedButton,
  type RateLimitedButtonProps,
  type Warning,
  type WarningType,
} from './react/rate-limited-button.tsx';
