import type { OutgoingMessage, Sent } from '@ronghui/chat-kit';
import { sha256OfFile } from '@ronghui/client';
import type { Input } from '@ronghui/contract';
import { type ChatCall, refusalOf } from './chat-calls.ts';

type Message = OutgoingMessage & { readonly conversationId: string | undefined };

/** The files that messages have given to the server, by their names: a message whose answer was lost goes again with the same one. */
const known = new Map<string, string>();

/** Gives the picture or file of a message to the server, which draws pictures anew; its id there. @source service 2.6 */
const uploadedId = async (
  call: ChatCall,
  { clientId, conversationId, fileName = '图片.png' }: Message,
  file: Blob,
): Promise<string> => {
  const given = known.get(clientId);
  if (given !== undefined) return given;
  const whose = conversationId === undefined ? {} : { conversationId };
  const announced = { ...whose, name: fileName, size: file.size, sha256: await sha256OfFile(file) };
  const { fileId } = await call('chat.upload', announced, file);
  known.set(clientId, fileId);
  return fileId;
};

/** Sends what is no text: a picture or file, or a card with its words. */
export const sendOther = async (
  call: ChatCall,
  message: Message,
  whose: Pick<Input<'chat.send'>, 'clientId' | 'conversationId'>,
): Promise<Sent> => {
  const { type, content, file, card } = message;
  if (file === undefined) {
    // The page made it, by the contract.
    const given = card as NonNullable<Input<'chat.send'>['card']>;
    return call('chat.send', { ...whose, type: 'custom', content, card: given });
  }
  const fileId = await uploadedId(call, message, file);
  try {
    return await call('chat.send', { ...whose, type: type === 'image' ? type : 'file', fileId });
  } catch (error) {
    // A file that was not sent for a day is gone: it is given again. A message that only has to wait keeps its own.
    if (refusalOf(error)?.ret === 'RHSY422') known.delete(message.clientId);
    throw error;
  }
};
