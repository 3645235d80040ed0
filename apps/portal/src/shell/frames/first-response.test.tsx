import { loadChunk } from '@ronghui/web/navigation/chunks';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cardProduct, content } from '#features/catalog/catalog.fixture.ts';
import { holdFirstResponse } from '#features/catalog/home/first-response.ts';
import { startUpStore, stateOfDocument } from '#kernel/start-up.ts';
import { site } from '#kernel/testing/page.fixture.tsx';
import type { DocumentInput } from '../../document.ts';
import { documentDataOf, readDocumentData } from '../../document-data.ts';
import { render } from '../../entry-server.tsx';
import { landingLine } from '../../landing-line.ts';
import { routes, routeTable } from '../../routes.ts';
import { App } from '../app.tsx';

const template =
  '<!doctype html><html lang="zh-CN"><head><!--document:styles--><!--document:head--></head><body><!--document:data--><div id="ice-container"><!--document:markup--></div><!--document:after--></body></html>';
const input: DocumentInput = {
  pageType: 'pc',
  template,
  gatewayBase: '',
  styles: { every: '/site.css?v=1', home: '/home.css?v=2', area: '/area.css?v=3' },
  site: { visibleFlag: { IS_VISIBLE_DOC_CENTER: 'on' }, site },
  data: content,
};

/** Replaces the test's document with a rendered one. */
const place = (html: string, hash: string) => {
  history.replaceState(null, '', hash);
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  document.title = parsed.title;
  document.body.replaceChildren(...parsed.body.childNodes);
};
let runs = 0;
/** Runs the inline script as a browser does, as a new script each time. */
const runLine = async () => {
  runs += 1;
  await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(`${landingLine}//${runs}`)}`);
};
const main = () => document.getElementById('main')?.textContent ?? '';

beforeAll(async () => {
  if (routes.home.load !== undefined) await loadChunk(routes.home.load);
}, 60_000);
beforeEach(() => {
  document.body.replaceChildren();
});

describe('the first response', () => {
  it('R1.1 holds the home page with its data, title and description', () => {
    const { html } = render(input);
    expect(html).toContain('<title>首页 - 融惠</title>');
    expect(html).toContain('<meta name="description" content="账单逐笔可查">');
    // Without scripts the home page is shown.
    expect(html).toContain('<noscript><link rel="stylesheet" href="/home.css?v=2"></noscript>');
    for (const text of ['每一笔账，都说得清', cardProduct.name, '青禾商业保理', '认识融惠'])
      expect(html).toContain(text);
  });

  it('R1.4 differs by page type', () => {
    expect(render(input).html).toContain('主导航');
    const h5 = render({ ...input, pageType: 'h5' }).html;
    expect(h5).toContain('data-page-type="h5"');
    expect(h5).toContain('底部导航');
    expect(h5).not.toContain('主导航');
  });

  it('R2.6 does not mention the document centre while it is off', () => {
    const off = { ...input.site, visibleFlag: { IS_VISIBLE_DOC_CENTER: 'off' } as const };
    const { html } = render({ ...input, site: off, data: { ...content, docTree: null, docs: null } });
    expect(html).not.toContain('文档中心');
    expect(html).not.toContain('/portal/docs');
  });

  it('R8.5 content cannot end the script element that contains it', () => {
    const slides = { slides: [{ ...content.slides.slides[0], title: '</script><img src=x>' }] };
    // One slide of the fixture with another title.
    const { html } = render({ ...input, data: { ...content, slides: slides as typeof content.slides } });
    expect(html).not.toContain('</script><img');
    place(html, '#/portal/home');
    expect(readDocumentData()?.data.slides.slides[0]?.title).toBe('</script><img src=x>');
  });

  it.each(['pc', 'h5'] as const)(
    'R2.1 hydrates on %s without a difference, keeping the typed text',
    async (pageType) => {
      place(render({ ...input, pageType }).html, '#/portal/home');
      const container = document.getElementById('ice-container');
      if (container === null) throw new Error('no container');
      const search = container.querySelector<HTMLInputElement>('input[type="search"]');
      if (search !== null) search.value = '对账';
      const before = container.querySelector('h1');
      pageTypeStore.seed(pageType === 'h5' ? 'H5' : 'PC');
      startUpStore.seed(stateOfDocument(input.site));
      holdFirstResponse(documentDataOf(input).data);
      const differences: unknown[] = [];
      const root = await act(async () =>
        hydrateRoot(container, <App table={routeTable} />, { onRecoverableError: (error) => differences.push(error) }),
      );
      expect(differences).toEqual([]);
      expect(container.querySelector('h1')).toBe(before);
      expect(search?.value ?? '对账').toBe('对账');
      await act(async () => root.unmount());
      pageTypeStore.seed('PC');
    },
  );
});

describe('the inline script', () => {
  it.each([
    ['#/portal/login', '登录融惠', '登录 - 融惠'],
    ['#/portal/register?back=%2Fx', '注册融惠账号', '注册 - 融惠'],
    ['#/portal/docs/faq', '文档中心', '文档中心 - 融惠'],
    ['#/portal/products', '产品', '产品 - 融惠'],
  ])('R2.2 puts the shell of %s in place before the scripts', async (hash, heading, title) => {
    place(render(input).html, hash);
    await runLine();
    expect(document.querySelector('#main h1')?.textContent).toBe(heading);
    expect(main()).toContain('loading');
    expect(document.title).toBe(title);
  });

  it.each([
    ['#/portal/home', true],
    ['#/portal/products?category=c1', true],
    ['#/portal/docs', true],
    ['#/portal/docs/faq', false],
    ['#/portal/productsDetail/p1', false],
    ['#/merchant/userCenter/order', false],
  ])('ux the document of a phone has its tabs at %s: %s', async (hash, has) => {
    place(render({ ...input, pageType: 'h5' }).html, hash);
    await runLine();
    expect(document.querySelector('nav[aria-label="底部导航"]') !== null).toBe(has);
    pageTypeStore.seed('PC');
  });

  it('R2.2 fills in the product that the document knows', async () => {
    place(render(input).html, `#/portal/productsDetail/${cardProduct.pid}`);
    await runLine();
    expect(document.querySelector('#main h1')?.textContent).toBe(cardProduct.name);
    expect(main()).toContain(cardProduct.tagline);
    expect(document.querySelector('#main img')?.getAttribute('src')).toBe(cardProduct.coverUrl);
  });

  it.each(['', '#/', '#/portal', '#/portal/home?from=mail'])('R2.4 leaves the home page for "%s"', async (hash) => {
    place(render(input).html, hash === '' ? '/' : hash);
    await runLine();
    expect(main()).toContain('每一笔账，都说得清');
  });

  it('R2.4 keeps the home page from standing under another address', async () => {
    place(render(input).html, '#/merchant/userCenter/order');
    await runLine();
    expect(main()).not.toContain('每一笔账，都说得清');
    expect(main()).toContain('loading');
  });

  describe('in the head', () => {
    const sheet = () => document.querySelector('#style');
    const inHead = async (hash: string) => {
      history.replaceState(null, '', hash);
      document.head.innerHTML =
        '<link id="style" blocking="render" href="/site.css?v=1" data-home="/home.css?v=2" data-area="/area.css?v=3">';
      await runLine();
      const { pathname, search } = new URL(sheet()?.getAttribute('href') ?? '', location.href);
      return [pathname + search, sheet()?.getAttribute('rel')];
    };
    afterEach(() => {
      localStorage.removeItem('theme');
      for (const name of ['theme', 'words']) delete document.documentElement.dataset[name];
      document.head.replaceChildren();
    });

    it('R1.6 puts on the theme that was chosen and holds back what can wait', async () => {
      localStorage.setItem('theme', 'dark');
      await inHead('#/portal/home');
      expect(document.documentElement.dataset['theme']).toBe('dark');
      expect(document.documentElement.dataset['words']).toBe('');
    });

    it.each([
      ['#/portal/home', '/home.css?v=2'],
      ['#/portal/login', '/site.css?v=1'],
    ])('R1.1 loads one sheet for %s', async (hash, href) => {
      expect(await inHead(hash)).toEqual([href, 'stylesheet']);
    });
  });

  it('R4.1 on a page of the merchant area the start-up call is sent before any script is there, and on no public page', async () => {
    const sent: Request[] = [];
    const former = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      sent.push(new Request(input, { ...init, signal: null }));
      return new Response('{}');
    };
    try {
      for (const hash of ['#/portal/home', '#/portal/login', '#/merchant/userCenter/order']) {
        place(render({ ...input, gatewayBase: 'https://gate.example' }).html, hash);
        document.getElementById('main')?.remove();
        document.head.innerHTML =
          '<meta name="gateway-base" content="https://gate.example"><link id="style" href="/site.css?v=1" data-area="/area.css?v=3">';
        await runLine();
        expect(sent).toHaveLength(hash.startsWith('#/merchant') ? 1 : 0);
      }
      expect(sent[0]).toMatchObject({
        url: 'https://gate.example/ftc/api/sys/commonConfig',
        method: 'POST',
        credentials: 'include',
      });
      expect(await sent[0]?.text()).toBe('channel=OAPP&data=%7B%7D');
      expect(await Object(document).startUp).toMatchObject({
        response: expect.any(Response),
        atMs: expect.any(Number),
      });
    } finally {
      globalThis.fetch = former;
      delete Object(document).startUp;
      document.head.replaceChildren();
    }
  });

  it('R1.1 starts the main script once, after a paint or after a second', async () => {
    place(render(input).html, '#/portal/home');
    document.head.innerHTML = '<link id="icon" rel="icon" href="data:,">';
    document.documentElement.dataset['words'] = '';
    vi.stubGlobal('starts', 0);
    const script = `data:text/javascript,globalThis.starts+=1//${runs}`;
    document.getElementById('ice-container')?.setAttribute('data-main', script);
    await runLine();
    expect(document.documentElement.dataset['words']).toBe('');
    await expect.poll(() => Object(globalThis).starts, { timeout: 5_000 }).toBe(1);
    expect(document.documentElement.dataset['words']).toBeUndefined();
    expect(document.querySelector('#icon')?.getAttribute('href')).toBe('/favicon.svg');
    document.head.replaceChildren();
  });
});
