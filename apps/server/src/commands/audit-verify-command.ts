import { printVerifiedTrail } from './audit-verify.ts';
import { endCommand } from './end-command.ts';

await endCommand((database, print) => printVerifiedTrail(database, { heads: process.argv.slice(2) }, print));
