import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { createCallTallies } from '#kernel/observe/call-tallies';
import { createGauges, type Gauges } from '#kernel/observe/gauges';
import { type NameOf, seriesOf } from '#kernel/observe/series';

/** The metrics and their Prometheus text (R14.4). */
export interface Metrics {
  countCall(operation: string, status: number, ms: number): void;
  countShed(): void;
  /** A run of a job that was sent, by how it ended. */
  countJob(job: string, outcome: string, ms: number): void;
  /** An SMS that was handed to a provider, by what came of it: accepted, unknown, or the class of the refusal. */
  countSms(this: void, provider: string, outcome: string): void;
  /** The same of a mail. */
  countMail(this: void, outcome: string): void;
  /** A message that was set aside. */
  countDead(this: void): void;
  /** A clock that jumped. */
  countClockMove(this: void): void;
  /** Shows outcomes as nought before they happen: of a series that begins with its first event nobody sees that event. */
  expectSms(providers: readonly string[], outcomes: readonly string[]): void;
  expectMail(outcomes: readonly string[]): void;
  /** Values that are read on demand. */
  readonly watch: Gauges['watch'];
  /** What the gauges see now. */
  readonly seen: Gauges['seen'];
  text(): Promise<string>;
  readonly contentType: string;
}

const jobBuckets = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 1800];

const listed = (registry: Registry, name: NameOf<'counter'> | NameOf<'histogram'>) => {
  const { help, labels } = seriesOf(name);
  return { name, help, labelNames: [...labels], registers: [registry] };
};

/** Counts runs of jobs that were sent, and how long they take. */
const jobCounterOf = (registry: Registry): Metrics['countJob'] => {
  const jobs = new Counter(listed(registry, 'ronghui_jobs_total'));
  const jobSeconds = new Histogram({ ...listed(registry, 'ronghui_job_seconds'), buckets: jobBuckets });
  return (job, outcome, ms) => {
    jobs.labels(job, outcome).inc();
    jobSeconds.labels(job).observe(ms / 1000);
  };
};

/** Opens the metrics of one process. */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = createCallTallies();
  const gauges = createGauges();
  const shed = new Counter(listed(registry, 'ronghui_shed_total'));
  const dead = new Counter(listed(registry, 'ronghui_outbox_dead_total'));
  const moves = new Counter(listed(registry, 'ronghui_clock_moves_total'));
  const sms = new Counter(listed(registry, 'ronghui_sms_total'));
  const mail = new Counter(listed(registry, 'ronghui_mail_total'));

  return {
    countCall: (operation, status, ms) => calls.count(operation, status, ms),
    countShed: () => shed.inc(),
    countJob: jobCounterOf(registry),
    countSms: (provider, outcome) => sms.labels(provider, outcome).inc(),
    countMail: (outcome) => mail.labels(outcome).inc(),
    countDead: () => dead.inc(),
    countClockMove: () => moves.inc(),
    expectSms(providers, outcomes) {
      for (const provider of providers) for (const outcome of outcomes) sms.labels(provider, outcome).inc(0);
    },
    expectMail(outcomes) {
      for (const outcome of outcomes) mail.labels(outcome).inc(0);
    },
    watch: gauges.watch,
    seen: gauges.seen,
    text: async () => `${await registry.metrics()}\n${await gauges.text()}\n${calls.text()}`,
    contentType: registry.contentType,
  };
};
