import { join } from 'node:path';
import { paths } from '../../../apps/console/src/kernel/paths.ts';
import { startServer } from '../../driver/server-process.ts';
import { enterPeople, readyAdmin } from '../../faults/money/people.ts';
import { type Part, unmeasured } from '../figures.ts';
import { measureSignedIn } from '../pages/signed-in-pages.ts';

const part = 'console';
const goals = { requests: 25, bytes: 200_000, paint: 2 } as const;

const addresses = {
  desk: paths.home(),
  certifications: paths.certifications(),
  orders: paths.orders(),
  settlement: paths.settlement(),
  feedback: paths.feedbacks(),
  tenants: paths.tenants(),
  products: paths.products(),
  audit: paths.audit(),
};

/** The console behind the login of the demonstration's first admin: what its pages fetch, and when the largest part is painted. */
export const consolePart: Part = {
  name: part,
  async run({ folder, browser: executablePath, say }) {
    if (executablePath === undefined) return [unmeasured(part, 'console', 'no Chromium')];
    const server = await startServer({ dataDir: join(folder, part) });
    try {
      const people = await enterPeople(server.url, await readyAdmin(server));
      const { cookie } = people.desk;
      const pages = Object.fromEntries(Object.entries(addresses).map(([name, path]) => [name, `console/#${path}`]));
      const area = { part, goals, pages, painted: ['desk', 'orders'] };
      const figures = await measureSignedIn(area, { folder, executablePath, url: server.url, cookie, say });
      for (const visitor of Object.values(people)) visitor.close();
      return figures;
    } finally {
      await server.stop();
    }
  },
};
