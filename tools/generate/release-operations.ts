import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { operations } from '../../packages/contract/src/index.ts';
import { operationFields } from './operation-fields.ts';

// What the pages of this version send and read, for the versions that follow: `releases/N/operations.json`, an operation a line.

const root = new URL('../../', import.meta.url);
const { version }: { version: string } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const folder = new URL(`releases/${version}/`, root);
const lines = Object.entries(operationFields(operations)).map(
  ([id, fields]) => `${JSON.stringify(id)}:${JSON.stringify(fields)}`,
);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('operations.json', folder), `{\n${lines.join(',\n')}\n}\n`);
