export * from './headless/confirmation.ts';
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
export * from './headless/texts.ts';
export * from './headless/tracker.ts';
export * from './headless/window/window-frame.ts';
export * from './headless/window/window-stack.ts';
