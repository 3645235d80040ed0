import { join } from 'node:path';
import { pagePath, paths } from '../../../apps/portal/src/kernel/paths.ts';
import { startServer } from '../../driver/server-process.ts';
import { Visitor } from '../../driver/visitor.ts';
import { type Part, unmeasured } from '../figures.ts';
import { measureSignedIn } from '../pages/signed-in-pages.ts';

const part = 'merchant';
const goals = { requests: 25, bytes: 160_000, paint: 2 } as const;
const demoMerchant = { mobile: '13800000001', pwd: 'Demo-Merchant-1' };
const painted = ['home', 'orders', 'an order'];

/** The pages of the area, and a drawer; by their addresses after `/`. */
const pagesOf = async (merchant: Visitor): Promise<Readonly<Record<string, string>>> => {
  const { body } = await merchant.call('order.page', { status: 'active' });
  const [order] = (body.data?.['items'] ?? []) as readonly { readonly orderNo: string }[];
  if (order === undefined) throw new Error('the demonstration has no order');
  const all = {
    home: paths.merchantHome(),
    orders: paths.orders(),
    'an order': paths.order(order.orderNo),
    bills: paths.bills(),
    feedback: paths.feedback(),
    invoices: paths.invoices(),
    exports: paths.exports(),
    authorizations: paths.authorizations(),
    'loan-consult lines': pagePath('loanConsult'),
    notices: pagePath('notice'),
    'basic info': paths.basicInfo(),
    safety: paths.safety(),
    members: paths.members(),
    verify: paths.verify(),
  };
  return Object.fromEntries(Object.entries(all).map(([name, path]) => [name, `#${path}`]));
};

/** The merchant area behind the login of the demonstration's merchant: what its pages fetch, and when the largest part is painted. */
export const merchantPart: Part = {
  name: part,
  async run({ folder, browser: executablePath, say }) {
    if (executablePath === undefined) return [unmeasured(part, 'merchant area', 'no Chromium')];
    const server = await startServer({ dataDir: join(folder, part) });
    const merchant = await new Visitor(server.url).start();
    try {
      const login = await merchant.call('portal.login', demoMerchant);
      if (login.status !== 200) throw new Error(`no login: ${login.status} ${login.body.errCode ?? ''}`);
      const area = { part, goals, painted, pages: await pagesOf(merchant) };
      return await measureSignedIn(area, { folder, executablePath, url: server.url, cookie: merchant.cookie, say });
    } finally {
      merchant.close();
      await server.stop();
    }
  },
};
