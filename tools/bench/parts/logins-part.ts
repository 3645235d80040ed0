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
const clientCounts = [16, 64] as const;
const goals = { share: { 16: 0.7, 64: 0.6 }, slower: { 16: 3, 64: 5 }, refusalMs: 50 };
/** The parameters of the server's `passwords.ts`, and the concurrency of its admission. */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const inFlight = Math.max(1, availableParallelism() - 1);
const visitorsPace = { perSecond: 50, operationId: 'portal.recommendQueryList', data: '{"limit":12}' };

/** Registers as many people as log in at once. */
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

interface Setup {
  readonly server: ServerProcess;
  readonly visitor: Visitor;
  readonly flood: Load;
  readonly paced: Load;
  readonly rival: Rival;
  readonly people: readonly Person[];
  readonly stored: string;
}

/** Measures the visitor's replies while `clients` people log in without a pause. */
const watch = async (setup: Setup, clients: number): Promise<{ visitor: LoadResult; logins: LoadResult | null }> => {
  const { server, visitor, people } = setup;
  const by = visitor.signedBy;
  const walk = setup.paced.run({ kind: 'paced', port: server.port, seconds, by, ...visitorsPace });
  const loggingIn = people.slice(0, clients);
  const logins =
    clients === 0 ? null : setup.flood.run({ kind: 'logins', url: server.url, seconds, people: loggingIn });
  const [seen, done] = await Promise.all([walk, logins]);
  return { visitor: seen, logins: done };
};

interface Round {
  readonly idle: number;
  readonly alone: number;
  readonly byClients: ReadonlyMap<number, { readonly p95: number; readonly logins: LoadResult }>;
}

const runRound = async (setup: Setup): Promise<Round> => {
  const argon2 = { kind: 'argon2', hash: setup.stored, password: goodPassword, inFlight, seconds } as const;
  const alone = await setup.rival.ask(argon2);
  const idle = await watch(setup, 0);
  const byClients = new Map<number, { p95: number; logins: LoadResult }>();
  for (const clients of clientCounts) {
    const { visitor, logins } = await watch(setup, clients);
    if (logins !== null) byClients.set(clients, { p95: visitor.p95, logins });
  }
  return { idle: idle.visitor.p95, alone, byClients };
};

const loadFigures = (clients: (typeof clientCounts)[number], all: readonly Round[]): Figure[] => {
  const found = all.flatMap(({ byClients }) => byClients.get(clients) ?? []);
  const alone = median(all.map((round) => round.alone));
  const idle = median(all.map((round) => round.idle));
  const perSecond = median(found.map(({ logins }) => logins.perSecond));
  const p95 = median(found.map(({ p95: one }) => one));
  const refused = found.reduce((sum, { logins }) => sum + logins.refused.count, 0);
  const refusedP95 = median(found.map(({ logins }) => logins.refused.p95));
  const maxSlower = goals.slower[clients];
  const load = `${clients} clients`;
  const share = perSecond / alone;
  return [
    noted(part, `logins a second, ${load} without a pause, database writes included`, fixed(perSecond, 0)),
    judged(part, `logins against argon2 alone, ${load}`, {
      value: `${fixed(share)}×`,
      goal: `≥ ${goals.share[clients]}×`,
      isMet: share >= goals.share[clients],
    }),
    judged(part, `visitor’s p95 beside ${load}`, {
      value: `${fixed(p95, 1)} ms, ${fixed(p95 / idle, 1)}× idle`,
      goal: `≤ ${maxSlower}×`,
      isMet: p95 <= maxSlower * idle,
    }),
    ...(refused === 0
      ? [noted(part, `refusals, ${load}`, 'none')]
      : [
          judged(part, `refusals, ${load}: 503 within (p95 of ${count(refused)})`, {
            value: `${fixed(refusedP95, 1)} ms`,
            goal: `≤ ${goals.refusalMs} ms`,
            isMet: refusedP95 <= goals.refusalMs,
          }),
        ]),
  ];
};

/** Logins against argon2 alone, and their effect on a visitor. */
export const loginsPart: Part = {
  name: part,
  async run({ folder, say }) {
    const server = await startServer({ dataDir: join(folder, part) });
    const [flood, paced, rival] = [startLoad(), startLoad(), startRival()];
    const visitor = await new Visitor(server.url).start();
    try {
      say(`registering ${Math.max(...clientCounts)} people`);
      const people = await populate(server, Math.max(...clientCounts));
      const stored = await hash(goodPassword, hashing);
      const setup: Setup = { server, visitor, flood, paced, rival, people, stored };
      const all: Round[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        say(`round ${round} of ${rounds}`);
        all.push(await runRound(setup));
      }
      return [
        noted(part, `argon2 alone, ${inFlight} in flight`, `${fixed(median(all.map(({ alone }) => alone)), 0)}/s`),
        noted(part, 'visitor’s p95, idle', `${fixed(median(all.map(({ idle }) => idle)), 1)} ms`),
        ...clientCounts.flatMap((clients) => loadFigures(clients, all)),
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
