import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { gatewayMapSource } from './gateway-map.ts';
import { openApiSource } from './openapi.ts';

const root = new URL('../..', import.meta.url);

it.each([
  ['packages/contract/src/gateway-map.gen.ts', gatewayMapSource],
  ['docs/openapi.json', openApiSource],
])('house 11 %s is what the contract says now (npm run openapi)', (file, source) => {
  expect(readFileSync(new URL(file, root), 'utf8')).toBe(source());
});
