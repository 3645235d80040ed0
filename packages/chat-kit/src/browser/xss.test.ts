// @vitest-environment node
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowedAttributes, allowedTags } from '../headless/html/html-policy.ts';
import { messageSenders, messageTypes } from '../headless/message.ts';
import { type OpenStage, openStage, strictPolicy } from './open-stage.ts';
import { payloads } from './payloads.ts';
import type { StageMessage, StageOptions } from './stage.tsx';

let stage: OpenStage;
beforeAll(async () => {
  stage = await openStage(new URL('./', import.meta.url), 'stage.html');
}, 120_000);
afterAll(() => stage?.close());

/** Every payload in all fields of every type, then in the address only, then as sender and type; the senders alternate. */
function corpus(): StageMessage[] {
  const messages: StageMessage[] = [];
  for (const [index, payload] of payloads.entries()) {
    for (const [place, messageType] of messageTypes.entries()) {
      const messageSender = messageSenders[(index + place) % messageSenders.length] ?? 'agent';
      const everywhere = { dialogId: payload, messageContent: payload, multimediaUrl: payload, createTime: payload };
      messages.push({ ...everywhere, messageSender, messageType });
      messages.push({
        dialogId: `${index}-${place}`,
        messageSender,
        messageType,
        messageContent: 'x',
        multimediaUrl: payload,
      });
    }
    messages.push({ messageSender: payload, messageType: 'text', messageContent: payload });
    messages.push({ messageSender: 'agent', messageType: payload, messageContent: payload });
  }
  return messages;
}

interface Outcome {
  ran: string[];
  elsewhere: string[];
  violations: string[];
  foreign: string[];
  links: string[];
  covered: string[];
  rows: number;
}

async function tryCorpus(page: Page, messages: StageMessage[], options: StageOptions): Promise<Outcome> {
  const ran: string[] = [];
  const elsewhere: string[] = [];
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(stage.origin) && !url.startsWith('data:') && !url.startsWith('blob:http://127.0.0.1'))
      elsewhere.push(url);
  });
  page.on('popup', (popup) => void popup.close());
  await page.exposeFunction('ranScript', (what: string) => ran.push(what));
  await page.evaluate(() => {
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'] as const) {
      Object.defineProperty(window, name, {
        value: () => Reflect.apply(Reflect.get(window, 'ranScript'), window, [name]),
      });
    }
  });
  await page.evaluate(([list, given]) => window.stage.show(list, given), [messages, options] as const);
  await page.waitForFunction(
    () => document.querySelector('[role=log]')?.getAttribute('aria-busy') === 'false',
    undefined,
    {
      timeout: 60_000,
    },
  );
  const found = await page.evaluate(probe, { tags: [...allowedTags], attributes: [...allowedAttributes] });
  return { ...found, ran, elsewhere };
}

/** Runs in the page: shows and touches everything, and reports what should not be there. */
async function probe(allowed: { tags: string[]; attributes: string[] }): Promise<Omit<Outcome, 'ran' | 'elsewhere'>> {
  const log = document.querySelector('[role=log]');
  if (log === null) throw new Error('no list');
  const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
  // lazily loaded pictures count too
  for (const image of log.querySelectorAll('img')) image.loading = 'eager';
  for (let top = 0; top < log.scrollHeight; top += log.clientHeight * 8) {
    log.scrollTop = top;
    await frame();
  }
  for (const element of log.querySelectorAll('*')) {
    for (const type of ['mouseover', 'pointerenter', 'focus', 'toggle', 'animationstart', 'load', 'error']) {
      if (!(element instanceof HTMLImageElement && type !== 'mouseover')) element.dispatchEvent(new Event(type));
    }
  }
  const own = ['target', 'rel', 'loading', 'decoding', 'referrerpolicy', 'tabindex', 'role'];
  const foreign: string[] = [];
  for (const element of log.querySelectorAll('.ck-html *')) {
    if (!allowed.tags.includes(element.localName)) foreign.push(`<${element.localName}>`);
    for (const { name } of element.attributes) {
      if (!allowed.attributes.includes(name) && !own.includes(name)) foreign.push(`${element.localName}[${name}]`);
    }
  }
  const covered: string[] = [];
  for (const element of log.querySelectorAll('.ck-row *')) {
    if (element.closest('.ck-hidden') !== null) continue;
    if (element.hasAttribute('style')) covered.push(`style ${element.outerHTML.slice(0, 80)}`);
    if (element.closest('.ck-html, .ck-text') !== null && getComputedStyle(element).position !== 'static') {
      covered.push(element.outerHTML.slice(0, 80));
    }
  }
  for (const [x, y] of [
    [5, 5],
    [5, 690],
    [890, 5],
    [890, 690],
  ] as const) {
    const hit = document.elementFromPoint(x, y);
    if (hit !== null && hit !== document.body && hit !== document.documentElement)
      covered.push(`over the page: ${hit.tagName}`);
  }
  const links = [...log.querySelectorAll('a')]
    .filter((link) => link.hasAttribute('href'))
    .filter(
      (link) =>
        !/^(?:https?|mailto|tel):/u.test(link.href) || link.target !== '_blank' || link.rel !== 'noopener noreferrer',
    )
    .map((link) => link.outerHTML);
  const alien = log.querySelectorAll(
    'script, iframe, object, embed, form, style, link, meta, base, template, input, dialog',
  );
  for (const element of alien) foreign.push(`<${element.localName}>`);
  await frame();
  return { violations: window.violations, foreign, links, covered, rows: log.querySelectorAll('.ck-row').length };
}

test('R12.2 the corpus holds at least 60 payloads, all different', () => {
  expect(new Set(payloads).size).toBe(payloads.length);
  expect(payloads.length).toBeGreaterThanOrEqual(60);
});

const clean = { ran: [], elsewhere: [], violations: [], foreign: [], links: [], covered: [] };

test.each([
  ['the browser’s sanitiser, no policy', 'own', ''],
  ['the browser’s sanitiser, a strict policy', 'own', strictPolicy],
  ['DOMPurify, no policy', 'dompurify', ''],
  ['DOMPurify, a strict policy', 'dompurify', strictPolicy],
] as const)(
  'R12.2 no payload in any field of any type runs, loads or covers anything: %s',
  async (_name, engine, policy) => {
    const page = await stage.open({ policy });
    const messages = corpus();
    const outcome = await tryCorpus(page, messages, { engine });
    // both parse in a document that runs nothing but inherits the policy; their violations are reported
    const parsing = /^(?:script-src-attr|style-src-attr|style-src-elem) inline |^base-uri /u;
    const violations = outcome.violations.filter((one) => !parsing.test(one));
    expect({ ...outcome, violations }).toMatchObject(clean);
    expect(outcome.rows).toBeGreaterThan(messages.length * 0.7);
    await page.close();
  },
  240_000,
);

test('R12.2 a media address on another host is a link, and loaded only where the page says so', async () => {
  const page = await stage.open();
  await page.route('https://cdn.example/**', (route) => route.abort());
  const multimediaUrl = 'https://cdn.example/a.png';
  const message = {
    dialogId: '1',
    messageSender: 'agent',
    messageType: 'image',
    messageContent: '回单',
    multimediaUrl,
  };
  const show = (list: NonNullable<StageOptions['list']>): Promise<void> =>
    page.evaluate(([one, given]) => window.stage.show([one], { list: given }), [message, list] as const);
  const shown = (): Promise<string[]> =>
    page.locator('.ck-row :is(a, .ck-image img)').evaluateAll((all) => all.map((one) => one.outerHTML));
  const link = `<a class="ck-text" dir="auto" href="${multimediaUrl}" target="_blank" rel="noopener noreferrer">图片</a>`;
  for (const list of [
    {},
    { mediaHosts: ['cdn.example'] },
    { mediaHosts: ['other.example'] },
    { mediaHosts: '*' },
  ] as const) {
    await show(list);
    const isLoaded = list.mediaHosts === '*' || list.mediaHosts?.[0] === 'cdn.example';
    await expect
      .poll(shown)
      .toEqual([isLoaded ? expect.stringMatching(/^<img .*src="https:\/\/cdn\.example\/a\.png">$/u) : link]);
  }
  await page.close();
}, 60_000);

test('R12.2 the addresses in a plain text become links, by both sanitisers alike', async () => {
  const page = await stage.open({ policy: strictPolicy });
  const text = '见 https://example.com/a?b=1，谢谢\n"再见"';
  for (const engine of ['own', 'dompurify'] as const) {
    await page.evaluate(
      ([content, given]) =>
        window.stage.show([{ dialogId: '1', messageSender: 'user', messageType: 'text', messageContent: content }], {
          engine: given,
        }),
      [text, engine] as const,
    );
    await page.waitForSelector('.ck-html a');
    expect(await page.locator('.ck-html').innerHTML()).toBe(
      '见 <a href="https://example.com/a?b=1" target="_blank" rel="noopener noreferrer">https://example.com/a?b=1</a>，谢谢<br>"再见"',
    );
  }
  await page.close();
}, 60_000);

test('R12.2 harmless HTML is shown as it was meant, by both sanitisers alike', async () => {
  const page = await stage.open({ policy: strictPolicy });
  const html =
    '<p>应付 <b>¥1,234.56</b><br><a href="https://example.com/docs">文档</a></p><ul><li>一</li></ul>' +
    '<table><tbody><tr><th colspan="2">项目</th></tr></tbody></table><img src="/files/a.png" width="20" height="10"><font>旧标签</font>';
  const shown: string[] = [];
  for (const engine of ['own', 'dompurify'] as const) {
    await page.evaluate(
      ([text, given]) =>
        window.stage.show([{ dialogId: '1', messageSender: 'agent', messageType: 'text', messageContent: text }], {
          engine: given,
        }),
      [html, engine] as const,
    );
    await page.waitForSelector('.ck-html p');
    shown.push(await page.locator('.ck-html').innerHTML());
  }
  expect(shown[0]).toBe(shown[1]);
  expect(shown[0]).toBe(
    '<p>应付 <b>¥1,234.56</b><br><a href="https://example.com/docs" target="_blank" rel="noopener noreferrer">文档</a></p><ul><li>一</li></ul>' +
      '<table><tbody><tr><th colspan="2">项目</th></tr></tbody></table><img src="/files/a.png" width="20" height="10" alt="图片" loading="lazy" decoding="async" referrerpolicy="no-referrer" tabindex="0" role="button">旧标签',
  );
  await page.close();
}, 60_000);
