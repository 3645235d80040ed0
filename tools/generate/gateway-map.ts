import { writeFileSync } from 'node:fs';
import { operations } from '../../packages/contract/src/index.ts';
import type { OperationSpec } from '../../packages/contract/src/operation.ts';

type Schema = { readonly properties?: Readonly<Record<string, Schema>> };

/** Dotted paths of the sealed fields of a payload. */
const sealedIn = (schema: Schema, at = ''): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    'x-sealed' in field ? [`${at}${name}`] : sealedIn(field, `${at}${name}.`),
  );

/**
 * Writes the facts on operations that a browser needs without loading their schemas: path → id, each operation's sealed fields, and
 * which operations take an idempotency key.
 */
export const gatewayMapSource = (): string => {
  const specs = Object.entries(operations as Record<string, OperationSpec>);
  const paths = specs.filter(([, { door }]) => door === undefined).map(([id, spec]) => `  '${spec.path}': '${id}',`);
  const sealed = specs.flatMap(([id, spec]) => {
    const fields = sealedIn(spec.request);
    return fields.length === 0 ? [] : [`  '${id}': [${fields.map((path) => `'${path}'`).join(', ')}],`];
  });
  const sealedEverywhere = [...new Set(specs.flatMap(([, spec]) => sealedIn(spec.request)))];
  /** Of staff, or of everybody else: each application loads its own. */
  const idempotent = (isOfStaff: boolean) =>
    specs.flatMap(([id, spec]) =>
      spec.idempotent === true && (spec.who === 'ops') === isOfStaff ? [`  '${id}',`] : [],
    );
  return [
    '// Generated from the contract by `npm run openapi`; never edited.',
    '',
    '/** Path → operation id: a call by path goes through the gateway when it stands here (R7.2). */',
    'export const gatewayMap: Readonly<Record<string, string>> = {',
    ...paths,
    '};',
    '',
    '/** Operation id → the fields that travel sealed (contract 3), by their dotted paths. */',
    'export const sealedFields: Readonly<Record<string, readonly string[]>> = {',
    ...sealed,
    '};',
    '',
    '/** The fields that travel sealed wherever a payload has them (contract 3), by their dotted paths. */',
    'export const sealedPaths: readonly string[] = [',
    ...sealedEverywhere.map((path) => `  '${path}',`),
    '];',
    '',
    '/** Operations of visitors and merchants whose payload carries an `idempotencyKey` (contract 2). */',
    'export const idempotentOperations: readonly string[] = [',
    ...idempotent(false),
    '];',
    '',
    '/** Those of staff. */',
    'export const idempotentStaffOperations: readonly string[] = [',
    ...idempotent(true),
    '];',
    '',
  ].join('\n');
};

if (import.meta.main) {
  writeFileSync(new URL('../../packages/contract/src/gateway-map.gen.ts', import.meta.url), gatewayMapSource());
}
