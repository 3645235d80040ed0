import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noFen } from '@ronghui/domain/money';
import { actionsOn, type OrderActor, orderStatuses } from '@ronghui/domain/order';
import { expect, it } from 'vitest';
import { areaOf, eventsOf, titleOf } from './audit-areas.ts';

const features = join(import.meta.dirname, '..');

/** The names that stand whole in the sources: of operations, of jobs, and of what a demonstration does. */
const namedInSources = (): readonly string[] =>
  readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|\.fixture)\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(join(features, file), 'utf8').matchAll(/'((?:ops|job|demo)\.[a-z]\w*\.\w+)'/g)])
    .map(([, event = '']) => event)
    // Keys of staff look the same.
    .filter((event) => !/\.(?:read|write)$/.test(event));

/** The steps of an order by an actor, whatever its state. */
const orderSteps = (actor: OrderActor) =>
  orderStatuses.flatMap((status) =>
    [true, false].flatMap((hasVoucher) =>
      actionsOn({ status, hasVoucher, totalAmount: noFen, isCertified: true }, actor),
    ),
  );

/** The names whose end is a word of the domain. */
const madeOfWords: readonly string[] = [
  ...orderSteps('ops').map((action) => `ops.order.${action}`),
  ...orderSteps('job').map((action) => `job.order.${action}`),
  ...['approve', 'reject'].map((kind) => `ops.certification.${kind}`),
  'job.certification.transferOverdue',
  ...['confirmed', 'approved', 'sentBack'].map((kind) => `bill.${kind}`),
  ...['autoConfirmed', 'autoApproved'].map((kind) => `job.bill.${kind}`),
  ...['console', 'schedule', 'rollBack', 'import'].map((origin) => `ops.content.${origin}`),
];

it('R11.7 every event that is written to the trail has words, and an area by which it is found', () => {
  const events = [...new Set([...namedInSources(), ...madeOfWords])];
  expect(events.length).toBeGreaterThan(150);
  expect(events.filter((event) => titleOf(event) === event)).toEqual([]);
  expect(events.filter((event) => areaOf(event) === undefined)).toEqual([]);
});

it('R11.7 what was published stands among the events of content, however it was published', () => {
  expect(eventsOf('content')).toEqual(
    expect.arrayContaining([
      'ops.content.console',
      'ops.content.schedule',
      'ops.content.rollBack',
      'ops.content.import',
    ]),
  );
});
