/** The sender of a message. `history` is the marker line, `system` a centred notice, `…in` the same speaker's input. */
export const messageSenders = ['user', 'robot', 'agent', 'system', 'userin', 'robotin', 'history', 'client'] as const;

/** The content type of a message. */
export const messageTypes = [
  'text',
  'image',
  'link',
  'voice',
  'video',
  'bzcard',
  'file',
  'location',
  'redPack',
  'fundsTrans',
  'custom',
  'other',
] as const;

/** One of the eight senders. @source R12.3 */
export type MessageSender = (typeof messageSenders)[number];

/** One of the twelve types. @source R12.3 */
export type MessageType = (typeof messageTypes)[number];

/** Whether messages of a type show only what the caller adds. @source R12.2 */
export const isSlotType = (type: MessageType): boolean => type === 'custom' || type === 'other';

/** A time as a caller passes it; a number is milliseconds since 1970. */
export type MessageTime = string | number | Date;

/** A message under the kit's own field names. @source R12.3 */
export interface ChatMessage {
  dialogId: string;
  messageSender: MessageSender;
  messageType: MessageType;
  messageContent: string;
  multimediaUrl: string;
  createTime: MessageTime | undefined;
}

/** Maps each field to the caller's messages: by a name, or by a function. */
export type FieldMap<Raw = never> = {
  [Field in keyof ChatMessage]?: string | ((raw: Raw) => unknown);
};

const oneOf = <Word extends string>(words: readonly Word[], value: unknown, fallback: Word): Word =>
  words.find((word) => word === value) ?? fallback;

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

const toTime = (value: unknown): MessageTime | undefined =>
  typeof value === 'string' || typeof value === 'number' || value instanceof Date ? value : undefined;

/**
 * Reads one of the caller's messages and never throws: an unknown type becomes `other`, an unknown sender `client`, and
 * a value that is no text becomes the empty text.
 *
 * @source R12.3
 */
export function readMessage<Raw extends object>(raw: Raw, fields: FieldMap<Raw> = {}): ChatMessage {
  const read = (field: keyof ChatMessage): unknown => {
    const place = fields[field] ?? field;
    if (typeof place === 'function') return place(raw);
    return Object.hasOwn(raw, place) ? Reflect.get(raw, place) : undefined;
  };
  return {
    dialogId: toText(read('dialogId')),
    messageSender: oneOf(messageSenders, read('messageSender'), 'client'),
    messageType: oneOf(messageTypes, read('messageType'), 'other'),
    messageContent: toText(read('messageContent')),
    multimediaUrl: toText(read('multimediaUrl')),
    createTime: toTime(read('createTime')),
  };
}
