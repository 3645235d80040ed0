import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Files that the launcher keeps between runs: the downloaded Node, stamps, the compile cache. */
export const runtimeDir = join(root, '.runtime');
