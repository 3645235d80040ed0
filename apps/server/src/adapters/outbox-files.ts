import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileMode, flushFolder, makeFolder } from '#kernel/files/local-files';
import type { Clock } from '#kernel/ports';
import type { Channel, Channels } from '#kernel/sending/sender';

/** Flushed to disk before it returns: the outbox then deletes the message, and a power cut cannot restore it. */
const appendLine = async (folder: string, name: string, line: Readonly<Record<string, unknown>>): Promise<void> => {
  await makeFolder(folder);
  const file = await open(join(folder, name), 'a', fileMode);
  try {
    const isNew = (await file.stat()).size === 0;
    await file.appendFile(`${JSON.stringify(line)}\n`);
    await file.sync();
    if (isNew) await flushFolder(folder);
  } finally {
    await file.close();
  }
};

/** `SMS_PROVIDER=outbox`: every message becomes a line in `$DATA_DIR/outbox/{sms,mail}.jsonl`, one after the other. @source contract 7 */
export const createFileChannels = (dataDir: string, clock: Clock): Channels => {
  const folder = join(dataDir, 'outbox');
  const channel: Channel = {
    atOnce: 1,
    async send({ message }) {
      const at = clock.now().toISOString();
      if (message.kind === 'sms') {
        const { mobile, scene, code } = message;
        await appendLine(folder, 'sms.jsonl', { at, mobile, scene, code });
      } else {
        const { to, subject, text } = message;
        await appendLine(folder, 'mail.jsonl', { at, to, subject, text });
      }
      return { kind: 'sent' };
    },
  };
  return { sms: channel, mail: channel };
};
