import type { conversationTexts, MessageListTexts, popupWindowTexts } from './texts.ts';

const messageList: Required<MessageListTexts> = {
  label: 'Conversation',
  empty: 'No messages yet',
  history: 'Earlier messages above',
  loadingOlder: 'Loading earlier messages',
  olderFailed: 'Earlier messages could not be loaded',
  retryOlder: 'Try again',
  toTop: 'Back to top',
  toEnd: 'Back to bottom',
  unseen: (count) => (count === 1 ? '1 new message' : `${count} new messages`),
  own: 'Me',
  user: 'User',
  agent: 'Agent',
  robot: 'Bot',
  client: 'Customer',
  system: 'System',
  says: (speaker, words) => `${speaker}: ${words}`,
  image: 'Picture',
  voice: 'Voice message',
  video: 'Video',
  viewImage: 'View picture',
  userVoice: 'The user sent a voice message',
  otherVoice: 'Sent a voice message',
  bzcard: 'Sent a business card',
  file: 'Sent a file',
  openFile: 'Open file',
  location: 'Sent a location',
  redPack: 'Sent a red packet',
  fundsTrans: 'Sent a transfer',
  closeViewer: 'Close picture',
  openImage: 'Open in a new tab',
};

const popupWindow: typeof popupWindowTexts = {
  close: 'Close',
  move: 'Move window (arrow keys)',
  resize: 'Resize window (arrow keys)',
};

const conversation: typeof conversationTexts = {
  recalled: 'This message was recalled',
  ownRecalled: 'You recalled a message',
  recall: 'Recall',
  sending: 'Sending',
  sent: 'Delivered',
  read: 'Read',
  unsent: 'Not sent',
  retry: 'Try again',
  offline: 'No connection; what you sent goes out when it is back',
  composer: 'Message',
  placeholder: 'Type a message, Enter sends',
  send: 'Send',
  addFile: 'Add a file',
  removeFile: (name) => `Remove ${name}`,
  quickQuestions: 'Quick questions',
  count: (length, limit) => `${length} / ${limit}`,
  tooLong: (limit) => `At most ${limit} characters`,
};

/**
 * The kit in English: `texts` of a list and of a window, and the properties of a confirmation and of a button, to be
 * spread into them.
 */
export const englishTexts = {
  messageList,
  popupWindow,
  conversation,
  confirmPopup: {
    confirmText: 'OK',
    cancelText: 'Cancel',
    loadingText: 'Working',
    errorText: 'That failed. Please try again.',
  },
  rateLimitedButton: {
    warning: (seconds: number): string => `Please wait ${seconds} seconds between clicks`,
    checkFailedText: 'Not available right now. Please try again later.',
  },
};
