import { sha256OfFile } from '@ronghui/client';
import type { ChatCall } from './chat-calls.ts';

interface ChatUpload {
  readonly conversationId: string | undefined;
  readonly file: Blob;
  readonly fileName: string | undefined;
}

/** Gives a picture or file to the server, which draws pictures anew; its id there. @source service 2.6 */
export const uploadChatFile = async (
  call: ChatCall,
  { conversationId, file, fileName = '图片.png' }: ChatUpload,
): Promise<string> => {
  const whose = conversationId === undefined ? {} : { conversationId };
  const announced = { ...whose, name: fileName, size: file.size, sha256: await sha256OfFile(file) };
  return (await call('chat.upload', announced, file)).fileId;
};
