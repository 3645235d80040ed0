import { join } from 'node:path';
import { databaseUrl, type ServerProcess, startServer } from '../../driver/server-process.ts';
import { type SignedBy, Visitor } from '../../driver/visitor.ts';
import { cpuMsOf } from '../cpu-time.ts';
import { count, type Figure, fixed, judged, noted, type Part } from '../figures.ts';
import { type Load, startLoad } from '../load.ts';
import type { CallsJob } from '../load-jobs.ts';

import { type Rival, startRival } from '../rival.ts';
import { median } from '../statistics.ts';

const part = 'reads';
const rounds = 7;
const connections = 32;
const goals = { publicRead: 0.65, signedIn: 0.5 };
const demoMerchant = { mobile: '13800000001', pwd: 'Demo-Merchant-1' };
const publicRead = { operationId: 'portal.recommendQueryList', data: '{"limit":12}' };
const signedInRead = { operationId: 'tenant.get', data: '{}' };

/** One contestant of a comparison. */
interface Contestant {
  readonly name: string;
  readonly job: CallsJob;
  readonly pid: number;
}

interface Measured {
  readonly perSecond: number;
  /** Processor time of the process that answered. @unit µs a call */
  readonly cpuUs: number;
}

/** Measures all contestants in turn, so that a busy moment affects all of them; returns medians. */
const compare = async (load: Load, contestants: readonly Contestant[]): Promise<Map<string, Measured>> => {
  const found = new Map(contestants.map(({ name }) => [name, [] as Measured[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, job, pid } of contestants) {
      const before = cpuMsOf(pid);
      const { perSecond, done } = await load.run(job);
      // The first round warms up the compilers.
      if (round > 0) found.get(name)?.push({ perSecond, cpuUs: ((cpuMsOf(pid) - before) * 1000) / done });
    }
  }
  return new Map(
    [...found].map(([name, all]) => [
      name,
      { perSecond: median(all.map((one) => one.perSecond)), cpuUs: median(all.map((one) => one.cpuUs)) },
    ]),
  );
};

const of = (found: Map<string, Measured>, name: string): Measured => {
  const measured = found.get(name);
  if (measured === undefined) throw new Error(`${name} was not measured`);
  return measured;
};

const summaryOf = ({ perSecond, cpuUs }: Measured): string =>
  `${count(perSecond)}/s, ${fixed(cpuUs, 0)} µs of processor each`;

/** The bytes of the server's reply, for the rival to send. */
const replyOf = async (visitor: Visitor): Promise<string> => {
  const reply = await visitor.callData(publicRead.operationId, publicRead.data);
  const products = reply.body.data?.['products'];
  if (reply.status !== 200 || !Array.isArray(products) || products.length !== 12)
    throw new Error(`the public read gave ${reply.status} and not 12 products`);
  return JSON.stringify(reply.body);
};

const publicReads = async (server: ServerProcess, load: Load, rival: Rival): Promise<Figure[]> => {
  const visitors = await Promise.all(Array.from({ length: 8 }, () => new Visitor(server.url).start()));
  const by: SignedBy[] = visitors.map((visitor) => visitor.signedBy);
  const [first] = visitors;
  if (first === undefined) throw new Error('no visitor');
  const reply = await replyOf(first);
  const job = (port: number, times: number, call: CallsJob['call']): CallsJob => ({
    kind: 'calls',
    port,
    connections,
    count: times,
    call,
  });
  const call = { ...publicRead, by };
  const found = await compare(load, [
    { name: 'ours', job: job(server.port, 12_000, call), pid: server.pid },
    { name: 'answer', job: job(await rival.ask({ kind: 'answer', reply }), 20_000, call), pid: rival.pid },
    { name: 'hello', job: job(await rival.ask({ kind: 'hello' }), 20_000, null), pid: rival.pid },
  ]);
  for (const visitor of visitors) visitor.close();
  const [ours, answer, hello] = [of(found, 'ours'), of(found, 'answer'), of(found, 'hello')];
  const ratio = ours.perSecond / answer.perSecond;
  return [
    noted(part, `public read: signed POST, whole dispatch, 12 products, ${reply.length} characters`, summaryOf(ours)),
    noted(part, 'Fastify, same request body, same reply bytes', summaryOf(answer)),
    noted(part, 'Fastify, GET hello', summaryOf(hello)),
    judged(part, 'public read against Fastify with the same bytes', {
      value: `${fixed(ratio)}×`,
      goal: `≥ ${goals.publicRead}×`,
      isMet: ratio >= goals.publicRead,
    }),
    noted(part, 'public read against Fastify’s GET hello', `${fixed(ours.perSecond / hello.perSecond)}×`),
  ];
};

const signedInReads = async (server: ServerProcess, load: Load, rival: Rival): Promise<Figure[]> => {
  const visitor = await new Visitor(server.url).start();
  const login = await visitor.call('portal.login', demoMerchant);
  if (login.status !== 200) throw new Error(`no login: ${login.status} ${login.body.errCode ?? ''}`);
  const read = await visitor.call(signedInRead.operationId);
  const tenantId = String(read.body.data?.['tenantId']);
  const call = { ...signedInRead, by: [visitor.signedBy] };
  const job = (port: number, times: number): CallsJob => ({ kind: 'calls', port, connections, count: times, call });
  const selectPort = await rival.ask({ kind: 'select', databaseUrl: databaseUrl(server.dataDir), tenantId });
  const found = await compare(load, [
    { name: 'ours', job: job(server.port, 6_000), pid: server.pid },
    { name: 'select', job: job(selectPort, 6_000), pid: rival.pid },
  ]);
  visitor.close();
  const [ours, select] = [of(found, 'ours'), of(found, 'select')];
  const ratio = ours.perSecond / select.perSecond;
  return [
    noted(part, 'signed-in read: tenant.get, row-level security in one flight', summaryOf(ours)),
    noted(part, 'Fastify with one indexed select', summaryOf(select)),
    judged(part, 'signed-in read against Fastify with one indexed select', {
      value: `${fixed(ratio)}×`,
      goal: `≥ ${goals.signedIn}×`,
      isMet: ratio >= goals.signedIn,
    }),
  ];
};

/** Public and signed-in reads through the whole dispatch, against Fastify in the same run. */
export const readsPart: Part = {
  name: part,
  async run({ folder, say }) {
    const server = await startServer({ dataDir: join(folder, 'reads') });
    const [load, rival] = [startLoad(), startRival()];
    try {
      say('public reads');
      const open = await publicReads(server, load, rival);
      say('signed-in reads');
      return [...open, ...(await signedInReads(server, load, rival))];
    } finally {
      load.stop();
      rival.stop();
      await server.stop();
    }
  },
};
