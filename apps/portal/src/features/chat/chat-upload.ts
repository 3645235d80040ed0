import type { OutgoingMessage } from '@ronghui/chat-kit';
import { sha256OfFile } from '@ronghui/client';
import type { ChatCall } from './chat-calls.ts';

interface FileMessage extends Pick<OutgoingMessage, 'clientId' | 'fileName'> {
  readonly conversationId: string | undefined;
  readonly file: Blob;
}

/** The files that messages have given to the server, by their names: a message whose answer was lost goes again with the same one. */
const known = new Map<string, string>();

/** Gives the picture or file of a message to the server, which draws pictures anew; its id there. @source service 2.6 */
export const uploadChatFile = async (
  call: ChatCall,
  { clientId, conversationId, file, fileName = '图片.png' }: FileMessage,
): Promise<string> => {
  const given = known.get(clientId);
  if (given !== undefined) return given;
  const whose = conversationId === undefined ? {} : { conversationId };
  const announced = { ...whose, name: fileName, size: file.size, sha256: await sha256OfFile(file) };
  const { fileId } = await call('chat.upload', announced, file);
  known.set(clientId, fileId);
  return fileId;
};
