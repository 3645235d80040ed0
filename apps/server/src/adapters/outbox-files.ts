import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileMode, flushFolder, makeFolder } from '#kernel/files/local-files';
import type { Sender, Senders } from '#kernel/jobs/outbox';
import type { Clock } from '#kernel/ports';

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

/** `SMS_PROVIDER=outbox`: every message becomes a line in `$DATA_DIR/outbox/{sms,mail}.jsonl`. @source contract 7 */
export const createFileSenders = (dataDir: string, clock: Clock): Senders => {
  const folder = join(dataDir, 'outbox');
  const sender: Sender = {
    send(message) {
      const at = clock.now().toISOString();
      return message.kind === 'sms'
        ? appendLine(folder, 'sms.jsonl', { at, mobile: message.mobile, scene: message.scene, code: message.code })
        : appendLine(folder, 'mail.jsonl', { at, to: message.to, subject: message.subject, text: message.text });
    },
  };
  return { sms: sender, mail: sender };
};
