import type { Page } from '@playwright/test';
import {
  blankBlocks,
  contentSchemasOf,
  filledIn,
  fillHostile,
  type Place,
  type Schema,
  textsOf,
} from '../console/content-fields.ts';
import { enterConsole } from '../console/entry.ts';
import { running, watchRuns } from '../console/hostile-page.ts';
import { type StartedServer, startServer } from '../server.ts';
import { type SignedCall, startSession, textIn } from '../signed-calls.ts';
import { adminPassword, newKey } from '../staff.ts';
import { expect, test } from '../visitor.ts';

type Body = Readonly<Record<string, unknown>>;
/** A member of staff, who can prove anew who they are. */
interface Staff {
  readonly call: SignedCall;
  readonly prove: () => Promise<string>;
}
interface Fault {
  readonly path: string;
  readonly message: string;
}

/** Fields whose value is an address, a name that others refer to, a number, a colour or a day: a text in them keeps the record from being published. */
const refused =
  /(?:^|\.)(?:link|image|icon|cover|audio|logo|favicon|primary|id|key|value|category|section|parent|effectiveOn|updatedOn|version|accountNo|agreements\.\*|docs\.\*|related\.\*)$/;

const placeOf = (path: string): string => path.replace(/\.\d+(?=\.|$)/g, '.*');

/** A record and the schema of its body. */
type Described = readonly [record: string, schema: Schema];

/** Fills every field of a record, keeps what its rules refuse, and publishes the rest; returns what was refused and what was published. */
const publishHostile = async ({ call, prove }: Staff, [record, schema]: Described, known: Body, start: number) => {
  const key = known['key'];
  const named = { record, ...(key !== undefined && { key }) };
  const kept = new Set<string>(['record', 'key']);
  const keeps = (place: Place): boolean => kept.has(place.join('.'));
  for (let version = start, round = 0; round < 8; round += 1) {
    const body = fillHostile(schema, known, { kept: keeps });
    const stored = await call('ops.content.save', { body, version, idempotencyKey: newKey() });
    version = Number(stored['version']);
    const faults = stored['faults'] as unknown as readonly Fault[];
    const fresh = faults.filter(({ path }) => !kept.has(path));
    if (faults.length === 0) {
      // The settings of the site have the account that merchants pay to.
      const proof = record === 'site' ? { stepTicket: await prove() } : {};
      await call('ops.content.publish', { ...named, version, ...proof, idempotencyKey: newKey() });
      const texts = new Set(textsOf(schema));
      // A rule may name the list of what it refuses.
      return { body, refused: [...kept].map(placeOf).filter((name) => texts.has(name)) };
    }
    expect(fresh, `${record}: ${JSON.stringify(faults)}`).not.toEqual([]);
    for (const { path } of fresh) kept.add(path);
  }
  throw new Error(`${record} cannot be published`);
};

const detailOf = async (call: SignedCall, record: string, key?: string) => {
  const detail = await call('ops.content.detail', { record, ...(key !== undefined && { key }) });
  return { version: Number(detail['version']), published: detail['published'] as unknown as Body };
};

const keysOf = async (call: SignedCall, record: string): Promise<readonly string[]> => {
  const items: unknown = (await call('ops.content.page', { record, pageSize: 50 }))['items'];
  return Array.isArray(items) ? items.map((item) => textIn(item, 'key')) : [];
};

const shown = /onerror=|onload=|javascript:|constructor\.constructor|document\.title/;

/** Opens a page, and expects its hostile texts to be texts. */
const lookAt = async (page: Page, address: string): Promise<number> => {
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'networkidle' });
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  expect(await page.locator(running).count(), address).toBe(0);
  expect(await page.title(), address).not.toBe('ran');
  const words = await page.locator('body').innerText();
  return words.split('\n').filter((line) => shown.test(line)).length;
};

/** Publishes every record with a text in each field; returns the records' keys. */
const publishAll = async (staff: Staff, described: Iterable<Described>): Promise<ReadonlyMap<string, string>> => {
  const { call } = staff;
  const chosen = new Map<string, string>();
  const page = (await detailOf(call, 'page', 'about')).published;
  const found = (name: string): string =>
    new RegExp(`"${name}":"(/media/[^"]+)"`).exec(JSON.stringify(page))?.[1] ?? '';
  const media = { picture: found('image'), sound: found('audio') };
  for (const [record, schema] of described) {
    const isKeyed = schema.properties?.['key'] !== undefined;
    const keys = !isKeyed ? [undefined] : record === 'page' ? ['about'] : await keysOf(call, record);
    const missing = new Set(textsOf(schema));
    for (const key of keys) {
      if ([...missing].every((name) => /^(?:record|key)$/.test(name))) break;
      const { version, published } = await detailOf(call, record, key);
      const withBlocks = 'blocks' in published ? { ...published, blocks: blankBlocks(schema, media) } : published;
      const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
      const known = record === 'agreement' ? { ...published, version: '2099-01', effectiveOn: today } : withBlocks;
      const would = filledIn(fillHostile(schema, known, { kept: () => false }));
      if (!would.some((name) => missing.has(name))) continue;
      const outcome = await publishHostile(staff, [record, schema], known, version);
      if (key !== undefined && !chosen.has(record)) chosen.set(record, key);
      for (const name of filledIn(outcome.body)) missing.delete(name);
      for (const name of outcome.refused) {
        missing.delete(name);
        if (!/^(?:record|key)$/.test(name)) expect(name, `${record} refuses`).toMatch(refused);
      }
    }
    // A field that the description of the interface has and that was neither filled nor refused is a field that nobody looked at.
    expect([...missing], record).toEqual([]);
  }
  return chosen;
};

const enterAsAdmin = async (server: StartedServer): Promise<Staff> => {
  const session = await startSession(server.url, '/ftc/ops/commonConfig');
  await session.enter('ops.login', { pwd: adminPassword }, { account: 'admin' });
  const prove = async () => textIn(await session.callSealed('ops.user.verify', { pwd: adminPassword }), 'stepTicket');
  return { call: session.call, prove };
};

test('R11.3 security 4.9 what tries to run in any field of any record stays text in the console and in the portal', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const server = await startServer();
  const visitor = await browser.newPage();
  const ran = [watchRuns(page), watchRuns(visitor)];
  try {
    await enterConsole(page, server);
    const chosen = await publishAll(await enterAsAdmin(server), await contentSchemasOf(server.url));
    const of = (record: string): string => chosen.get(record) ?? '';
    const product = of('product');
    const open = [
      'home',
      'products',
      'partners',
      'about',
      'docs',
      'feedBack',
      'register',
      `productsDetail/${product}`,
      `skuConfig/${product}/purchase`,
      `docs/${of('doc')}`,
      `agreement/${of('agreement')}`,
    ];
    for (const width of [1280, 390]) {
      await visitor.setViewportSize({ width, height: 900 });
      for (const name of open) {
        const texts = await lookAt(visitor, `${server.url}/#/portal/${name}`);
        // The first page is kept by the server until it learns of the change; the texts are there in a second.
        if (name !== 'home') expect(texts, `${name} at ${width}`).toBeGreaterThan(0);
      }
    }
    const editors = [
      'site',
      'slides',
      'categories',
      'partners',
      `products/${product}`,
      'products',
      'pages/about',
      'docs',
    ];
    const keyed = [
      `docs/${of('doc')}`,
      `docSections/${of('docSection')}`,
      `agreements/${of('agreement')}`,
      'agreements',
    ];
    for (const name of [...editors, ...keyed]) {
      await lookAt(page, `${server.url}/console/#/content/${name}`);
      const versions = page.getByRole('button', { name: '历史版本' });
      if ((await versions.count()) === 0) continue;
      await versions.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await page.locator(running).count(), `${name}: versions`).toBe(0);
    }
    expect(ran).toEqual([[], []]);
  } finally {
    await page.goto('about:blank');
    await visitor.close();
    await server.stop();
  }
});
