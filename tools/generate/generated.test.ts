import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { gatewayMapSource } from './gateway-map.ts';

const root = new URL('../..', import.meta.url);

it('house 11 packages/contract/src/gateway-map.gen.ts is what the contract says now (npm run openapi)', () => {
  expect(readFileSync(new URL('packages/contract/src/gateway-map.gen.ts', root), 'utf8')).toBe(gatewayMapSource());
});
