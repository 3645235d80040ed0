import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bank, Clock } from '#kernel/ports';

/**
 * A demonstration bank: every transfer becomes a line in `$DATA_DIR/outbox/bank.jsonl`, where a tester reads the
 * amount. No money moves. @source R4.11
 */
export const createDemoBank = (dataDir: string, clock: Clock): Bank => ({
  async pay({ accountNo, ...payment }) {
    const folder = join(dataDir, 'outbox');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const line = { at: clock.now().toISOString(), ...payment, accountTail: accountNo.slice(-4) };
    await appendFile(join(folder, 'bank.jsonl'), `${JSON.stringify(line)}\n`, { mode: 0o600 });
  },
});
