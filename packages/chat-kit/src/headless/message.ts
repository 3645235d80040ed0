/** Who a message is from. `history` is the marker line, `system` a centred notice, `…in` the same speaker's input. */
export const messageSenders = ['user', 'robot', 'agent', 'system', 'userin', 'robotin', 'history', 'client'] as const;

/** What a message holds. */
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

/** A time as a caller may have it; a number is milliseconds since 1970. */
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

/** Where each field stands in the caller's own messages: a name, or a function that reads it. */
export type FieldMap<Raw = never> = {
  [Field in keyof ChatMessage]?: string | ((raw: Raw) => unknown);
};

const senders: ReadonlySet<unknown> = new Set(messageSenders);
const types: ReadonlySet<unknown> = new Set(messageTypes);
const isSender = (value: unknown): value is MessageSender => senders.has(value);
const isType = (value: unknown): value is MessageType => types.has(value);

const toText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' ? String(value) : '';
};

const toTime = (value: unknown): MessageTime | undefined =>
  typeof value === 'string' || typeof value === 'number' || value instanceof Date ? value : undefined;

/**
 * Reads one of the caller's messages. Nothing that it holds can make this throw: an unknown type becomes `other`,
 * an unknown sender `client`, and what is no text becomes an empty one.
 *
 * @source R12.3
 */
export function readMessage<Raw extends object>(raw: Raw, fields: FieldMap<Raw> = {}): ChatMessage {
  const read = (field: keyof ChatMessage): unknown => {
    const place = fields[field] ?? field;
    if (typeof place === 'function') return place(raw);
    return Object.hasOwn(raw, place) ? Reflect.get(raw, place) : undefined;
  };
  const sender = read('messageSender');
  const type = read('messageType');
  return {
    dialogId: toText(read('dialogId')),
    messageSender: isSender(sender) ? sender : 'client',
    messageType: isType(type) ? type : 'other',
    messageContent: toText(read('messageContent')),
    multimediaUrl: toText(read('multimediaUrl')),
    createTime: toTime(read('createTime')),
  };
}

/** Whether two messages would look the same. */
export function isSameMessage(a: ChatMessage, b: ChatMessage): boolean {
  return (
    a.messageContent === b.messageContent &&
    a.multimediaUrl === b.multimediaUrl &&
    a.messageSender === b.messageSender &&
    a.messageType === b.messageType &&
    a.dialogId === b.dialogId &&
    (a.createTime === b.createTime || String(a.createTime) === String(b.createTime))
  );
}
