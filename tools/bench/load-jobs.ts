import type { Person } from '../driver/journeys.ts';
import { type SignedBy, signedBody, Visitor } from '../driver/visitor.ts';
import { getBytes, postBytes, RawConnection, type RawReply } from './raw-connection.ts';
import { quantile } from './statistics.ts';

/** The same call repeated over several connections; all requests are signed before the measurement starts. */
export interface CallsJob {
  readonly kind: 'calls';
  readonly port: number;
  readonly connections: number;
  readonly count: number;
  /** A signed call, or nothing for `GET /`. */
  readonly call: { readonly operationId: string; readonly data: string; readonly by: readonly SignedBy[] } | null;
}

/** A visitor who calls at a fixed rate, without waiting for replies. */
export interface PacedJob {
  readonly kind: 'paced';
  readonly port: number;
  readonly perSecond: number;
  readonly seconds: number;
  readonly operationId: string;
  readonly data: string;
  readonly by: SignedBy;
}

/** People who log in repeatedly with the right password. */
export interface LoginsJob {
  readonly kind: 'logins';
  readonly url: string;
  readonly seconds: number;
  readonly people: readonly Person[];
}

export type LoadJob = CallsJob | PacedJob | LoginsJob;

/** The result of a job. */
export interface LoadResult {
  /** Replies with 200. */
  readonly done: number;
  readonly perSecond: number;
  /** @unit ms, of the replies with 200 */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Refusals because of overload. @unit ms */
  readonly refused: { readonly count: number; readonly p95: number; readonly max: number };
  /** Other replies, which make the run fail. */
  readonly unexpected: readonly string[];
}

const resultOf = (seconds: number, done: number[], refused: number[], unexpected: string[]): LoadResult => ({
  done: done.length,
  perSecond: done.length / seconds,
  p50: quantile(done, 0.5),
  p95: quantile(done, 0.95),
  p99: quantile(done, 0.99),
  refused: { count: refused.length, p95: quantile(refused, 0.95), max: Math.max(0, ...refused.slice(-100_000)) },
  unexpected: unexpected.slice(0, 5),
});

const textOf = ({ status, bytes }: RawReply): string => `${status} ${bytes.toString().split('\r\n\r\n')[1] ?? ''}`;

const requestsOf = ({ call, count }: CallsJob): Buffer[] => {
  if (call === null) return Array.from({ length: count }, () => getBytes('/'));
  const path = `/ops?operationId=${call.operationId}`;
  return Array.from({ length: count }, (_, at) => {
    const by = call.by[at % call.by.length];
    if (by === undefined) throw new Error('there is no visitor to sign for');
    return postBytes(path, signedBody(call.operationId, call.data, by), by.cookie);
  });
};

const runCalls = async (job: CallsJob): Promise<LoadResult> => {
  const requests = requestsOf(job);
  const connections = await Promise.all(Array.from({ length: job.connections }, () => RawConnection.open(job.port)));
  const done: number[] = [];
  const unexpected: string[] = [];
  let next = 0;
  const startedMs = performance.now();
  await Promise.all(
    connections.map((connection) =>
      connection.drive(
        () => requests[next++],
        (reply) => {
          if (reply.status === 200) done.push(reply.ms);
          else unexpected.push(textOf(reply));
        },
      ),
    ),
  );
  const seconds = (performance.now() - startedMs) / 1000;
  for (const connection of connections) connection.close();
  return resultOf(seconds, done, [], unexpected);
};

const runPaced = async (job: PacedJob): Promise<LoadResult> => {
  const free = [await RawConnection.open(job.port)];
  const done: number[] = [];
  const unexpected: string[] = [];
  const one = async () => {
    const connection = free.pop() ?? (await RawConnection.open(job.port));
    const path = `/ops?operationId=${job.operationId}`;
    const reply = await connection.send(postBytes(path, signedBody(job.operationId, job.data, job.by), job.by.cookie));
    free.push(connection);
    if (reply.status === 200) done.push(reply.ms);
    else unexpected.push(textOf(reply));
  };
  const calls: Promise<void>[] = [];
  const startedMs = performance.now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsedSec = (performance.now() - startedMs) / 1000;
      if (elapsedSec >= job.seconds) {
        clearInterval(timer);
        return resolve();
      }
      while (calls.length < elapsedSec * job.perSecond) calls.push(one());
    }, 5);
  });
  await Promise.all(calls);
  for (const connection of free) connection.close();
  return resultOf(job.seconds, done, [], unexpected);
};

/** A person's logins until the time is over; a refused try is signed again and sent at once. */
const logInUntil = async (
  url: string,
  person: Person,
  isOver: () => boolean,
): Promise<[number[], number[], string[]]> => {
  const visitor = await new Visitor(url).start();
  const connection = await RawConnection.open(Number(new URL(url).port));
  const [done, refused, unexpected]: [number[], number[], string[]] = [[], [], []];
  let sealed = '';
  while (!isOver()) {
    if (sealed === '') sealed = visitor.sealed('portal.login', { ...person });
    const reply = await connection.send(
      postBytes('/ops?operationId=portal.login', signedBody('portal.login', sealed, visitor.signedBy), visitor.cookie),
    );
    if (reply.status === 503) {
      refused.push(reply.ms);
    } else if (reply.status === 200) {
      if (!isOver()) done.push(reply.ms);
      visitor.take(reply.bytes);
      sealed = '';
    } else {
      unexpected.push(textOf(reply));
      if (unexpected.length > 5) break;
    }
  }
  connection.close();
  visitor.close();
  return [done, refused, unexpected];
};

const runLogins = async ({ url, seconds, people }: LoginsJob): Promise<LoadResult> => {
  const startedMs = performance.now();
  const isOver = () => performance.now() - startedMs > seconds * 1000;
  const all = await Promise.all(people.map((person) => logInUntil(url, person, isOver)));
  return resultOf(
    seconds,
    all.flatMap(([done]) => done),
    all.flatMap(([, refused]) => refused),
    all.flatMap(([, , unexpected]) => unexpected),
  );
};

/** Runs a job. */
export const runJob = (job: LoadJob): Promise<LoadResult> => {
  switch (job.kind) {
    case 'calls':
      return runCalls(job);
    case 'paced':
      return runPaced(job);
    case 'logins':
      return runLogins(job);
  }
};
