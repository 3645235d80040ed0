import { enterConsole } from '../console/entry.ts';
import { hostileTexts } from '../console/hostile-text.ts';
import { startServer } from '../server.ts';
import { startSession } from '../signed-calls.ts';
import { adminPassword, newKey } from '../staff.ts';
import { expect, expectPublished, test } from '../visitor.ts';

interface Stored {
  readonly version: number;
  readonly faults: readonly { readonly path: string; readonly message: string }[];
}
interface Detail {
  readonly version: number;
  readonly published: { readonly title: string; readonly blocks: readonly Readonly<Record<string, unknown>>[] };
}

const all = hostileTexts.join(' ');
/** A block of each template whose every text tries to run. */
const blocksOf = (image: string, audio: string, link: string) => {
  const [script, picture, svg, address, braces] = hostileTexts;
  const pictured = { title: picture, text: all, image, imageAlt: svg, link };
  return [
    { template: 'template_upDown', ...pictured },
    { template: 'template_leftText', ...pictured },
    { template: 'template_rightText', ...pictured },
    { template: 'template_swiper', items: [{ image, imageAlt: svg, title: script, link }] },
    { template: 'template_card', title: braces, items: [{ icon: image, title: address, text: all, link }] },
    { template: 'template_audio', title: script, audio, cover: image, transcript: all },
  ];
};

test('R2.8 R11.3 security 4.9 what tries to run in the blocks of a page, in each template, stays text in the builder and in the portal', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const server = await startServer();
  const visitor = await browser.newPage();
  const ran: string[] = [];
  for (const each of [page, visitor]) {
    each.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    each.on('pageerror', (error) => ran.push(String(error)));
  }
  try {
    await enterConsole(page, server);
    const session = await startSession(server.url, '/ftc/ops/commonConfig');
    await session.enter('ops.login', { pwd: adminPassword }, { account: 'admin' });
    const named = { record: 'page', key: 'about' };
    const detail = (await session.call('ops.content.detail', named)) as unknown as Detail;
    const found = (name: string): string =>
      String(detail.published.blocks.map((block) => block[name]).find((value) => typeof value === 'string') ?? '');
    const [image, audio] = [found('image'), found('audio')];
    const save = async (link: string, version: number): Promise<Stored> => {
      const body = { record: 'page', key: 'about', title: hostileTexts[1], blocks: blocksOf(image, audio, link) };
      return (await session.call('ops.content.save', { body, version, idempotencyKey: newKey() })) as unknown as Stored;
    };
    // An address that runs is named in each template that has one, and kept from being published.
    const refused = await save('javascript:alert(1)', detail.version);
    for (const place of [
      'blocks.0.link',
      'blocks.1.link',
      'blocks.2.link',
      'blocks.3.items.0.link',
      'blocks.4.items.0.link',
    ])
      expect(refused.faults.map(({ path }) => path)).toContain(place);

    // The draft in the builder, the hostile address in it: both windows and the list.
    const look = async (): Promise<void> => {
      await page.goto(`${server.url}/console/#/content/pages/about`);
      await page.reload();
      await expect(page.getByRole('list', { name: '内容模块，按显示的顺序' }).getByRole('listitem')).toHaveCount(6);
      for (const name of ['电脑', '手机']) {
        const inside = page.frameLocator(`iframe[title="${name}上的样子"]`);
        await expect(inside.getByText(hostileTexts[0]).first()).toBeVisible();
        expect(
          await inside.locator('body script, [onerror], [onload], a[href^="javascript:"]').count(),
          `${name}: what runs`,
        ).toBe(0);
      }
    };
    await look();
    const stored = await save('#/portal/home', refused.version);
    expect(stored.faults).toEqual([]);
    await look();
    await session.call('ops.content.publish', { ...named, version: stored.version, idempotencyKey: newKey() });

    await expectPublished(visitor, `${server.url}/#/portal/about`, visitor.getByText(hostileTexts[4]).first());
    for (const width of [1280, 390]) {
      await visitor.setViewportSize({ width, height: 900 });
      await expect(visitor.getByText(hostileTexts[2]).first()).toBeVisible();
    }
    for (const each of [page, visitor]) {
      expect(await each.title()).not.toBe('ran');
      expect(
        await each.locator('main script, main [onerror], main [onload], main a[href^="javascript:"]').count(),
      ).toBe(0);
    }
    expect(ran).toEqual([]);
  } finally {
    await page.goto('about:blank');
    await visitor.close();
    await server.stop();
  }
});
