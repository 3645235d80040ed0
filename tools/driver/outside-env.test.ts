import { expect, it } from 'vitest';
import { variables } from '../../apps/server/src/kernel/setup/variables.ts';
import { outsideEnv } from '../../e2e/outside-env.ts';

it('contract 7 no setting of a server comes into a test from outside, and programs are found all the same', () => {
  const settings = [...Object.keys(variables), 'PGPASSWORD', 'AWS_REGION'];
  const env = { ...Object.fromEntries(settings.map((name) => [name, 'theirs'])), PATH: '/usr/bin', HOME: '/home/me' };
  expect(outsideEnv(env)).toEqual({ PATH: '/usr/bin', HOME: '/home/me' });
});
