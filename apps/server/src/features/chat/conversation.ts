import type { Output } from '@ronghui/contract';
import type { ReceptionState } from '@ronghui/domain/chat';

/** Whose a conversation is: one user's in a tenant, or a visitor's. @source service 1.1 */
export type Owner =
  | { readonly tenantId: string; readonly userId: string; readonly visitorId: null }
  | { readonly tenantId: null; readonly userId: null; readonly visitorId: string };

/** The author of what the robot says. */
export const robotId = 'robot';

/** A message on the wire. */
export type Message = Output<'chat.history'>['messages'][number];
/** What a message may point to. */
export type Card = NonNullable<Message['card']>;

export interface ConversationRow {
  readonly conversation_id: string;
  readonly tenant_id: string | null;
  readonly user_id: string | null;
  readonly visitor_id: string | null;
  /** The first message that is still kept; beyond the last where none is. */
  readonly first_seq: number;
  readonly last_seq: number;
  /** Of its newest reception. */
  readonly reception_version: number;
}

export interface MessageRow {
  readonly seq: number;
  readonly sender: Message['sender'];
  readonly author_id: string;
  readonly client_id: string | null;
  readonly type: Message['type'];
  readonly content: string;
  readonly card_kind: Card['kind'] | null;
  readonly card_id: string | null;
  readonly file_id: string | null;
  readonly file_name: string | null;
  readonly file_mime: string | null;
  readonly file_size: number | null;
  readonly recalls: number | null;
  readonly recalled_by: number | null;
  readonly at: Date;
}

/** A message before it is stored. */
export interface NewMessage {
  readonly seq: number;
  readonly sender: Message['sender'];
  readonly authorId: string;
  readonly clientId: string | null;
  readonly type: Message['type'];
  readonly content: string;
  readonly card?: Card | undefined;
  readonly recalls?: number;
}

export interface ReceptionRow {
  readonly reception_id: string;
  readonly conversation_id: string;
  readonly state: ReceptionState;
  readonly version: number;
  readonly subject: string | null;
  readonly staff_id: string | null;
  readonly waiting_at: Date | null;
  readonly spoken_at: Date;
  /** When its end by silence was announced; before later words it counts no more. */
  readonly announced_at: Date | null;
  /** Since when a message that was left waits for its answer. */
  readonly left_at: Date | null;
  readonly ended_at: Date | null;
  readonly rated_at: Date | null;
  readonly stars: number | null;
}

/** The picture or file of a message, as it is kept. */
export const fileOf = (
  row: Pick<MessageRow, 'file_id' | 'file_name' | 'file_mime' | 'file_size'>,
): Pick<Message, 'file'> => {
  const { file_id: fileId, file_name: name, file_mime: mime, file_size: size } = row;
  return fileId === null || name === null || mime === null ? {} : { file: { fileId, name, mime, size: Number(size) } };
};

/** A message as one of its readers has it: the sender's own name of it is for its author. */
export const messageFor = (row: MessageRow, authorId: string): Message => ({
  seq: row.seq,
  sender: row.sender,
  type: row.type,
  content: row.content,
  ...(row.card_kind !== null && row.card_id !== null && { card: { kind: row.card_kind, id: row.card_id } }),
  ...fileOf(row),
  ...(row.client_id !== null && row.author_id === authorId && { clientId: row.client_id }),
  at: row.at.toISOString(),
  ...(row.recalls !== null && { recalls: row.recalls }),
  ...(row.recalled_by !== null && { recalledBy: row.recalled_by }),
});

/** By what streams are woken of which a conversation may be. */
export const topicOf = ({ tenantId, userId, visitorId }: Owner): string =>
  visitorId === null ? `chat/u/${tenantId}/${userId}` : `chat/v/${visitorId}`;
/** The same before a visitor's first message. */
export const topicOfSession = (sessionId: string): string => `chat/s/${sessionId}`;

/** Whose a stored conversation is. */
export const ownerOf = ({
  tenant_id: tenantId,
  user_id: userId,
  visitor_id: visitorId,
}: Pick<ConversationRow, 'tenant_id' | 'user_id' | 'visitor_id'>): Owner => {
  if (visitorId !== null) return { tenantId: null, userId: null, visitorId };
  if (tenantId === null || userId === null) throw new Error('a conversation is a person’s');
  return { tenantId, userId, visitorId: null };
};
