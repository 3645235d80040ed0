import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../package.json'), 'utf8'));

/** The version of the product, which the root of the repository and of an archive has. */
export const productVersion = String(Object(manifest).version);
