import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Before anything else is loaded: the second start reads compiled code.
enableCompileCache(join(import.meta.dirname, '../../../.runtime/compile-cache'));
const { main } = await import('./serve.ts');
await main(process.argv.slice(2));
