import { mkdirSync, writeFileSync } from 'node:fs';
import { describeOpenApi } from '../../packages/contract/src/index.ts';

// The description that a server serves at `/openapi.json`, as a file for other programs; it is not kept in the repository.

const folder = new URL('../../dist/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('openapi.json', folder), `${JSON.stringify(describeOpenApi(), null, 1)}\n`);
