import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createCallTallies } from '#kernel/observe/call-tallies';

/** The metrics and their Prometheus text (R14.4). */
export interface Metrics {
  countCall(operation: string, status: number, ms: number): void;
  countShed(): void;
  /** A run of a job that was sent, by how it ended. */
  countJob(job: string, outcome: string, ms: number): void;
  /** An SMS that was handed to a provider, by what came of it: accepted, unknown, or the class of the refusal. */
  countSms(this: void, provider: string, outcome: string): void;
  /** Values that are read on demand. */
  watch(name: string, help: string, read: () => number): void;
  /** The same for values that need a query; a failed query leaves the last value. */
  ask(name: string, help: string, read: () => Promise<number>): void;
  text(): Promise<string>;
  readonly contentType: string;
}

const jobBuckets = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 1800];

/** Counts runs of jobs that were sent, and how long they take. */
const jobCounterOf = (registry: Registry): Metrics['countJob'] => {
  const jobs = new Counter({
    name: 'ronghui_jobs_total',
    help: 'Runs of jobs that were sent, by job and outcome',
    labelNames: ['job', 'outcome'],
    registers: [registry],
  });
  const jobSeconds = new Histogram({
    name: 'ronghui_job_seconds',
    help: 'Duration of runs by job',
    labelNames: ['job'],
    buckets: jobBuckets,
    registers: [registry],
  });
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
  const shed = new Counter({
    name: 'ronghui_shed_total',
    help: 'Requests refused while overloaded',
    registers: [registry],
  });
  const sms = new Counter({
    name: 'ronghui_sms_total',
    help: 'SMS handed to a provider, by outcome',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
  });

  return {
    countCall: (operation, status, ms) => calls.count(operation, status, ms),
    countShed: () => shed.inc(),
    countJob: jobCounterOf(registry),
    countSms: (provider, outcome) => sms.labels(provider, outcome).inc(),
    watch(name, help, read) {
      const gauge = new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
      gauge.set(read());
    },
    ask(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          try {
            this.set(await read());
          } catch {
            // The other metrics matter most when the database is unreachable.
          }
        },
      });
    },
    text: async () => `${await registry.metrics()}\n${calls.text()}`,
    contentType: registry.contentType,
  };
};
