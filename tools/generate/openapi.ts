import { writeFileSync } from 'node:fs';
import manifest from '../../package.json' with { type: 'json' };
import { nouns } from '../../packages/contract/src/index.ts';
import { describeOpenApi } from '../../packages/contract/src/openapi.ts';

/** The text of `docs/openapi.json`, which is committed so that a change of the wire shows in a review. */
export const openApiSource = (): string => `${JSON.stringify(describeOpenApi(), null, 1)}\n`;

if (import.meta.main) writeFileSync(new URL('../../docs/openapi.json', import.meta.url), openApiSource());
