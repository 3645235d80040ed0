import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics and their Prometheus text (R14.4). */
export interface Metrics {
  countCall(operation: string, status: number, ms: number): void;
  countShed(): void;
  /** A run of a job that was sent, by how it ended. */
  countJob(job: string, outcome: string, ms: number): void;
  /** Values that are read on demand. */
  watch(name: string, help: string, read: () => number): void;
  /** The same for values that need a query; a failed query leaves the last value. */
  ask(name: string, help: string, read: () => Promise<number>): void;
  text(): Promise<string>;
  readonly contentType: string;
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

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
  const durations = new Histogram({
    name: 'ronghui_call_seconds',
    help: 'Duration of calls by operation',
    labelNames: ['operation'],
    buckets,
    registers: [registry],
  });
  const calls = new Counter({
    name: 'ronghui_calls_total',
    help: 'Calls by operation and status',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const shed = new Counter({
    name: 'ronghui_shed_total',
    help: 'Requests refused while overloaded',
    registers: [registry],
  });
  // The counter of each operation and status is cached, because a look-up by labels costs more than counting.
  const durationOf = new Map<string, Histogram.Internal<'operation'>>();
  const countOf = new Map<string, Map<number, Counter.Internal>>();
  const countsOf = (operation: string): Map<number, Counter.Internal> => {
    let counts = countOf.get(operation);
    if (counts === undefined) {
      counts = new Map();
      countOf.set(operation, counts);
    }
    return counts;
  };

  return {
    countCall(operation, status, ms) {
      let duration = durationOf.get(operation);
      if (duration === undefined) {
        duration = durations.labels(operation);
        durationOf.set(operation, duration);
      }
      duration.observe(ms / 1000);
      const counts = countsOf(operation);
      let count = counts.get(status);
      if (count === undefined) {
        count = calls.labels(operation, String(status));
        counts.set(status, count);
      }
      count.inc();
    },
    countShed: () => shed.inc(),
    countJob: jobCounterOf(registry),
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
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
};
