import { runTableThread } from '#kernel/files/reading/table-thread';
import { lineTableReader } from './import-reader.ts';

await runTableThread(lineTableReader);
