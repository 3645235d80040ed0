import { runTableThread } from '#kernel/files/reading/table-thread';
import { statementTableReader } from './statement-reader.ts';

await runTableThread(statementTableReader);
