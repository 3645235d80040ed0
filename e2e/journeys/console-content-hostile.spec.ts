import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { enterConsole } from '../console.ts';
import { demoContent, publish } from '../desk.ts';
import { startServer } from '../server.ts';
import { expect, test } from '../visitor.ts';

/** Texts that run a script where one forgets to escape, in the contexts of a page: text, attribute, URL, style, script, template, Markdown. */
const corpus = [
  '<script>window.hit=1</script>',
  '<img src=x onerror="window.hit=1">',
  '"><svg/onload=window.hit=1>',
  "'-window.hit=1-'",
  '" autofocus onfocus="window.hit=1" x="',
  '</title></textarea></style></script><script>window.hit=1</script>',
  '<iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
  '<math><mtext></p><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hit=1&gt;">',
  '<a href="javascript:window.hit=1" id=hostile>甲</a>',
  '<form action=javascript:window.hit=1><button id=hostile>乙</button></form>',
  '<details open ontoggle=window.hit=1><summary>丙</summary></details>',
  '{{constructor.constructor("window.hit=1")()}}${window.hit=1}',
  '<noscript><p title="</noscript><img src=x onerror=window.hit=1>">',
  '<base href="https://evil.example/"><link rel=stylesheet href="//evil.example/x.css">',
  '<style>*{background:url("https://evil.example/x")}</style>',
  '\u202e<b>丁</b>\u0000'.replace('\u0000', ''),
];
const all = corpus.join('\n');
const quoted = (text: string): string => JSON.stringify(text);
/** A text of at most `most` characters with the attack of a place. */
const attack = (place: number, most = 80): string => (corpus[place % corpus.length] ?? '').slice(0, most);

/** A page with the six templates, every text of it hostile. */
const hostilePage = (): string =>
  [
    `title: ${quoted(attack(1))}`,
    'blocks:',
    ...['template_upDown', 'template_leftText', 'template_rightText'].flatMap((template, place) => [
      `  - template: ${template}`,
      `    title: ${quoted(attack(place))}`,
      `    text: ${quoted(all)}`,
      '    image: images/about-who.svg',
      `    imageAlt: ${quoted(attack(place + 3, 200))}`,
      `    link: ${quoted('https://example.com/"><script>window.hit=1</script>')}`,
    ]),
    '  - template: template_swiper',
    '    items:',
    ...corpus.flatMap((_, place) => [
      '      - image: images/about-who.svg',
      `        imageAlt: ${quoted(attack(place, 200))}`,
      `        title: ${quoted(attack(place))}`,
      `        link: ${quoted(`#/portal/home?x=${encodeURIComponent(attack(place))}`)}`,
    ]),
    '  - template: template_card',
    `    title: ${quoted(attack(2))}`,
    '    items:',
    ...corpus.flatMap((text, place) => [
      `      - title: ${quoted(attack(place))}`,
      `        text: ${quoted(text)}`,
      '        icon: images/icon-lock.svg',
    ]),
    '  - template: template_audio',
    `    title: ${quoted(attack(4))}`,
    '    audio: about-intro.mp3',
    `    transcript: ${quoted(all)}`,
  ].join('\n');

/** The corpus as Markdown has it: raw HTML, links and pictures by their addresses, code, tables, headings. */
const hostileDocument = [
  '---',
  `title: ${quoted(attack(2))}`,
  `summary: ${quoted(attack(1, 400))}`,
  'updatedOn: 2026-11-01',
  '---',
  '',
  ...corpus.flatMap((text) => [`## ${text.replaceAll('\n', ' ')}`, '', text, '', `- ${text}`, '', `\`${text}\``, '']),
  '```html" onload="window.hit=1',
  all,
  '```',
  '',
  '| <img src=x onerror=window.hit=1> | b |',
  '| --- | :-- |',
  '| "><script>window.hit=1</script> | [x](#/portal/home "\\"onmouseover=window.hit=1") |',
  '',
  '<https://example.com/"onclick=window.hit=1>',
].join('\n');

/** Nothing of the corpus has run, and nothing of it is an element. */
const expectHarmless = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  for (const frame of page.frames()) {
    const found = await frame.evaluate(() => ({
      hit: 'hit' in globalThis,
      elements: document.querySelectorAll(
        'main script, [data-preview] script, iframe[srcdoc*=script], #hostile, [onerror], [onload], [onfocus], [ontoggle], [onclick], base, [href^="javascript:" i], [action^="javascript:" i], [href^="https://evil"], [href^="//evil"], [src*="evil.example"]',
      ).length,
    }));
    expect(found, frame.url()).toEqual({ hit: false, elements: 0 });
  }
};

test('security 4.9 R2.8 R11.3 hostile texts in every field of the six templates and in a document show nothing in portal and console', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const server = await startServer();
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  const visitor = await browser.newPage();
  const asked: string[] = [];
  const faults: string[] = [];
  for (const each of [page, visitor]) {
    each.on('request', (request) => asked.push(request.url()));
    each.on('pageerror', ({ message }) => faults.push(message));
    each.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) faults.push(message.text());
    });
  }
  try {
    await cp(demoContent, folder, { recursive: true });
    for (const name of ['home', 'partners', 'about'])
      await writeFile(join(folder, `pages/${name}.yaml`), hostilePage());
    await writeFile(join(folder, 'docs/10-getting-started/10-what-is-ronghui.md'), hostileDocument);
    expect(await publish({ DATA_DIR: server.dataDir }, folder)).toContain('已导入');

    for (const path of ['home', 'partners', 'about', 'docs', 'docs/what-is-ronghui', 'docs?keyword=hit']) {
      await visitor.goto('about:blank');
      await visitor.goto(`${server.url}/#/portal/${path}`);
      await expect(
        visitor
          .getByText(/window\.hit=1/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible();
      await expectHarmless(visitor);
    }

    await enterConsole(page, server);
    for (const name of ['home', 'partners', 'about']) {
      await page.goto(`${server.url}/console/#/content/pages`);
      await expect(page.getByRole('list', { name: '页面', exact: true }).getByRole('link').first()).toBeVisible();
      await page.goto(`${server.url}/console/#/content/pages/${name}`);
      const preview = page.frameLocator('iframe[title="手机上的样子"]');
      await expect(
        preview
          .getByText(/window\.hit=1/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible();
      for (const block of await page.getByRole('button', { name: /^编辑 / }).all()) {
        await block.click();
        await expectHarmless(page);
      }
    }
    await page.getByRole('button', { name: '历史版本' }).click();
    await page.getByRole('button', { name: '查看' }).first().click();
    await expect(
      page
        .getByRole('dialog')
        .last()
        .getByText(/window\.hit=1/)
        .first(),
    ).toBeVisible();
    await expectHarmless(page);

    expect(asked.filter((url) => url.includes('evil.example'))).toEqual([]);
    expect(faults).toEqual([]);
  } finally {
    await page.goto('about:blank');
    await visitor.close();
    await server.stop();
    await rm(folder, { recursive: true });
  }
});
