import { writeFileSync } from 'node:fs';
import { describeOpenApi } from '../../packages/contract/src/index.ts';

/** The text of `docs/openapi.json`, which is committed so that a change of the wire shows in a review. */
export const openApiSource = (): string => `${JSON.stringify(describeOpenApi(), null, 1)}\n`;

if (import.meta.main) writeFileSync(new URL('../../docs/openapi.json', import.meta.url), openApiSource());
