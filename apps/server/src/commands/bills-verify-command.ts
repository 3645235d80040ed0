import { printVerifiedBills } from './bills-verify.ts';
import { endCommand } from './end-command.ts';

await endCommand((database, print) => printVerifiedBills(database, process.argv.slice(2), print));
