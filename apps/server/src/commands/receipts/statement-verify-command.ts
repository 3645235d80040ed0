import { endCommand } from '../end-command.ts';
import { printVerifiedStatements } from './statement-verify.ts';

await endCommand((database, print) => printVerifiedStatements(database, process.argv.slice(2), print));
