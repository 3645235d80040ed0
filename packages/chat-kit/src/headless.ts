export * from './headless/confirmation.ts';
export {
  type Conversation,
  type ConversationOptions,
  createConversation,
} from './headless/conversation/conversation.ts';
export { type ConversationClock, pageClock } from './headless/conversation/conversation-clock.ts';
export type { ConversationEffect, ConversationEvent } from './headless/conversation/conversation-events.ts';
export type {
  ConversationMessage,
  ConversationSender,
  Cursors,
  OutgoingContent,
  OutgoingMessage,
  OwnMessage,
  Reception,
  UnsentReason,
} from './headless/conversation/conversation-message.ts';
export {
  type ConversationRow,
  createRowReader,
  type RowOptions,
  type SendProgress,
} from './headless/conversation/conversation-rows.ts';
export { type ConversationState, emptyConversation } from './headless/conversation/conversation-state.ts';
export {
  type ConversationStorage,
  createBrowserStorage,
  createMemoryStorage,
} from './headless/conversation/conversation-storage.ts';
export { browserTabs, type ConversationTabs } from './headless/conversation/conversation-tabs.ts';
export { createEventStream, type EventStreamOptions } from './headless/conversation/event-stream.ts';
export { reduceConversation } from './headless/conversation/reduce-conversation.ts';
export {
  type ConversationTransport,
  type HistoryAsk,
  type HistoryPage,
  type Opened,
  SendRefusal,
  type Sent,
  type StreamEvent,
} from './headless/conversation/transport.ts';
export * from './headless/disabled-answer.ts';
export { englishTexts } from './headless/english-texts.ts';
export * from './headless/form-encoding.ts';
export * from './headless/format-time.ts';
export * from './headless/html/html-policy.ts';
export * from './headless/html/html-text.ts';
export * from './headless/html/link-text.ts';
export * from './headless/html/safe-address.ts';
export * from './headless/html/sanitise.ts';
export { createLocalQueue, type KeptRecord, type LocalQueue, type QueueStorage } from './headless/local-queue.ts';
export {
  type ChatMessage,
  type FieldMap,
  type MessageSender,
  type MessageTime,
  type MessageType,
  messageSenders,
  messageTypes,
  readMessage,
} from './headless/message.ts';
export * from './headless/place-keeper.ts';
export { type Box, placeNear, type Size } from './headless/place-near.ts';
export * from './headless/rate-window.ts';
export * from './headless/request.ts';
export { type Encryption, RequestFailure, type RequestFailureReason } from './headless/request-reply.ts';
export {
  createSectioner,
  firstRows,
  type RowKey,
  type RowModel,
  type Section,
  type Sectioner,
  sectionRows,
} from './headless/sections.ts';
export { openSharedStream, type SharedStreamOptions } from './headless/stream/shared-stream.ts';
export * from './headless/texts.ts';
export * from './headless/tracker.ts';
export * from './headless/window/window-frame.ts';
export * from './headless/window/window-stack.ts';
