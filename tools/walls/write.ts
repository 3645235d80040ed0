import { writeFileSync } from 'node:fs';
import { oxlintSource } from './oxlint-config.ts';

writeFileSync(new URL('../../.oxlintrc.json', import.meta.url), oxlintSource());
