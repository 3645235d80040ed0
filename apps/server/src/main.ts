import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// First, so that the next start loads compiled code.
enableCompileCache(join(import.meta.dirname, '../../../.runtime/compile-cache'));
const { main } = await import('./serve.ts');
await main(process.argv.slice(2));
