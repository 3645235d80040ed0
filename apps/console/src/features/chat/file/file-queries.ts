import type { ConversationMessage, OutgoingMessage } from '@ronghui/chat-kit';
import type { CallReply, Download } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** A picture or file of a message. */
export type ChatFile = CallReply<'ops.chat.upload'>;
type Message = CallReply<'ops.chat.history'>['messages'][number];

/** A picture or file is shown by the page's own slot, as a card is. */
export const withFileCard = ({ file, ...message }: Message): ConversationMessage =>
  file === undefined ? message : { ...message, card: { kind: message.type, ...file } };

/** What a message says: its words, or the id of its picture or file, which is uploaded first; what failed before its answer is uploaded again. */
export const contentOf = async (
  conversationId: string,
  { content, file, fileName = '图片.png' }: Pick<OutgoingMessage, 'content' | 'file' | 'fileName'>,
): Promise<{ readonly content: string } | { readonly fileId: string }> => {
  if (file === undefined) return { content };
  const named = file instanceof File ? file : new File([file], fileName, { type: file.type });
  const { fileId } = await call('ops.chat.upload', { conversationId }, { file: named });
  return { fileId };
};

/** The bytes of a picture or file; they never change. */
export const useChatFile = ({ fileId }: ChatFile, isWanted: boolean): UseQueryResult<Download> =>
  useQuery({
    queryKey: ['chatFile', fileId],
    queryFn: ({ signal }) => call('ops.chat.download', { fileId }, { signal }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
