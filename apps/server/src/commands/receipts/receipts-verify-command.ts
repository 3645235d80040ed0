import { endCommand } from '../end-command.ts';
import { printVerifiedReceipts } from './receipts-verify.ts';

await endCommand((database, print) => printVerifiedReceipts(database, process.argv.slice(2), print));
