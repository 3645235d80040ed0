import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { goodPassword, type Person, register } from '../../driver/journeys.ts';
import { type ServerProcess, startServer } from '../../driver/server-process.ts';
import { Visitor } from '../../driver/visitor.ts';
import { count, type Figure, fixed, judged, noted, type Part } from '../figures.ts';
import { type Load, startLoad } from '../load.ts';
import type { LoadResult } from '../load-jobs.ts';
import { type Rival, startRival } from '../rival.ts';
import { median } from '../statistics.ts';

const part = 'logins';
const rounds = 3;
const seconds = 4;
const crowds = [16, 64] as const;
const goals = { share: 0.7, slower: { 16: 3, 64: 5 }, refusalMs: 50 };
/** As `passwords.ts` of the server has it; in flight as its admission lets them in. */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const inFlight = Math.max(1, availableParallelism() - 1);
const visitorsPace = { perSecond: 50, operationId: 'portal.recommendQueryList', data: '{"limit":12}' };

/** Registers people, as many as log in at once. */
const populate = async (server: ServerProcess, size: number): Promise<Person[]> => {
  const people: Person[] = [];
  const first = randomInt(10_000_000, 90_000_000);
  for (let at = 0; at < size; at += 1) {
    const person = { mobile: `139${first + at}`, pwd: goodPassword };
    const visitor = await new Visitor(server.url).start();
    const reply = await register(visitor, server, person);
    visitor.close();
    if (reply.status !== 200) throw new Error(`no registration: ${reply.status} ${reply.body.errCode ?? ''}`);
    people.push(person);
  }
  return people;
};

interface Bench {
  readonly server: ServerProcess;
  readonly visitor: Visitor;
  readonly flood: Load;
  readonly paced: Load;
  readonly rival: Rival;
  readonly people: readonly Person[];
  readonly stored: string;
}

/** The visitor's replies while `clients` people log in without a pause. */
const watch = async (bench: Bench, clients: number): Promise<{ visitor: LoadResult; logins: LoadResult | null }> => {
  const { server, visitor, people } = bench;
  const by = visitor.signedBy;
  const walk = bench.paced.run({ kind: 'paced', port: server.port, seconds, by, ...visitorsPace });
  const crowd = people.slice(0, clients);
  const logins = clients === 0 ? null : bench.flood.run({ kind: 'logins', url: server.url, seconds, people: crowd });
  const [seen, done] = await Promise.all([walk, logins]);
  return { visitor: seen, logins: done };
};

interface Round {
  readonly idle: number;
  readonly alone: number;
  readonly byCrowd: ReadonlyMap<number, { readonly p95: number; readonly logins: LoadResult }>;
}

const runRound = async (bench: Bench): Promise<Round> => {
  const argon2 = { kind: 'argon2', hash: bench.stored, password: goodPassword, inFlight, seconds } as const;
  const alone = await bench.rival.ask(argon2);
  const idle = await watch(bench, 0);
  const byCrowd = new Map<number, { p95: number; logins: LoadResult }>();
  for (const clients of crowds) {
    const { visitor, logins } = await watch(bench, clients);
    if (logins !== null) byCrowd.set(clients, { p95: visitor.p95, logins });
  }
  return { idle: idle.visitor.p95, alone, byCrowd };
};

const crowdFigures = (clients: (typeof crowds)[number], all: readonly Round[]): Figure[] => {
  const found = all.flatMap(({ byCrowd }) => byCrowd.get(clients) ?? []);
  const alone = median(all.map((round) => round.alone));
  const idle = median(all.map((round) => round.idle));
  const perSecond = median(found.map(({ logins }) => logins.perSecond));
  const p95 = median(found.map(({ p95: one }) => one));
  const refused = found.reduce((sum, { logins }) => sum + logins.refused.count, 0);
  const refusedP95 = median(found.map(({ logins }) => logins.refused.p95));
  const maxSlower = goals.slower[clients];
  const crowd = `${clients} clients`;
  const share = perSecond / alone;
  return [
    noted(part, `logins a second, ${crowd} without a pause, database writes included`, fixed(perSecond, 0)),
    judged(part, `logins against argon2 alone, ${crowd}`, {
      value: `${fixed(share)}×`,
      goal: `≥ ${goals.share}×`,
      isMet: share >= goals.share,
    }),
    judged(part, `visitor’s p95 beside ${crowd}`, {
      value: `${fixed(p95, 1)} ms, ${fixed(p95 / idle, 1)}× idle`,
      goal: `≤ ${maxSlower}×`,
      isMet: p95 <= maxSlower * idle,
    }),
    ...(refused === 0
      ? [noted(part, `refusals, ${crowd}`, 'none')]
      : [
          judged(part, `refusals, ${crowd}: 503 within (p95 of ${count(refused)})`, {
            value: `${fixed(refusedP95, 1)} ms`,
            goal: `≤ ${goals.refusalMs} ms`,
            isMet: refusedP95 <= goals.refusalMs,
          }),
        ]),
  ];
};

/** Logins against argon2 alone, and what a visitor feels of them. */
export const loginsPart: Part = {
  name: part,
  async run({ folder, say }) {
    const server = await startServer({ dataDir: join(folder, part) });
    const [flood, paced, rival] = [startLoad(), startLoad(), startRival()];
    const visitor = await new Visitor(server.url).start();
    try {
      say(`registering ${Math.max(...crowds)} people`);
      const people = await populate(server, Math.max(...crowds));
      const stored = await hash(goodPassword, hashing);
      const bench: Bench = { server, visitor, flood, paced, rival, people, stored };
      const all: Round[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        say(`round ${round} of ${rounds}`);
        all.push(await runRound(bench));
      }
      return [
        noted(part, `argon2 alone, ${inFlight} in flight`, `${fixed(median(all.map(({ alone }) => alone)), 0)}/s`),
        noted(part, 'visitor’s p95, idle', `${fixed(median(all.map(({ idle }) => idle)), 1)} ms`),
        ...crowds.flatMap((clients) => crowdFigures(clients, all)),
      ];
    } finally {
      visitor.close();
      flood.stop();
      paced.stop();
      rival.stop();
      await server.stop();
    }
  },
};
