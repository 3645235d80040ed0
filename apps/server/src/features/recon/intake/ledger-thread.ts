import { runTableThread } from '#kernel/files/reading/table-thread';
import { ledgerTableReader } from './ledger-reader.ts';

await runTableThread(ledgerTableReader);
