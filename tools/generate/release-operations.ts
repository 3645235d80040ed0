import { writeFileSync } from 'node:fs';
import { operations } from '../../packages/contract/src/index.ts';
import { operationFields } from './operation-fields.ts';

// What the pages of this version send and read, for the versions that follow: an operation a line, into the file that is named.

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('name the file');
const lines = Object.entries(operationFields(operations)).map(
  ([id, fields]) => `${JSON.stringify(id)}:${JSON.stringify(fields)}`,
);
writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
