import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sender, Senders } from '#kernel/outbox';
import type { Clock } from '#kernel/ports';

const appendLine = async (folder: string, name: string, line: Readonly<Record<string, unknown>>): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await appendFile(join(folder, name), `${JSON.stringify(line)}\n`, { mode: 0o600 });
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
