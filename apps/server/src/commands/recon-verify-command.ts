import { endCommand } from './end-command.ts';
import { printVerifiedRuns } from './recon-verify.ts';

await endCommand((database, print) => printVerifiedRuns(database, process.argv.slice(2), print));
