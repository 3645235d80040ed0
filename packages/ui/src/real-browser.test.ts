// @vitest-environment node
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { galleryPages } from './testing/gallery.fixture.tsx';
import { type GalleryBrowser, openGalleryBrowser } from './testing/gallery-browser.fixture.ts';

let gallery: GalleryBrowser;
beforeAll(async () => {
  gallery = await openGalleryBrowser();
}, 60_000);
afterAll(() => gallery?.close());

const visit: GalleryBrowser['visit'] = (...given) => gallery.visit(...given);

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The axe violations of all standards, or of the given rules. */
async function violations(page: Page, runOnly: readonly string[] = standards): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'], preload: false }).then((result) => result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
}

const looks = (['PC', 'H5'] as const).flatMap((type) => (['light', 'dark'] as const).map((theme) => ({ type, theme })));

test('house 11 a browser is not started without knowing how', async () => {
  vi.stubEnv('CHROME_ARGS', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(openGalleryBrowser()).rejects.toThrow('CHROME_ARGS');
});

describe.each(Object.keys(galleryPages))('%s in Chromium', (name) => {
  test.each(looks)(
    'R1.4 $type $theme: hydrates under the policy, axe finds nothing, and no screen from 360 to 2560 px is too narrow',
    async (look) => {
      await visit(name, look, async (page) => {
        expect(await violations(page)).toEqual([]);
        for (const width of [360, 2560]) {
          await page.setViewportSize({ width, height: 844 });
          const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
          expect(over).toBeLessThanOrEqual(0);
        }
      });
    },
    30_000,
  );
});

/** Parsers report what they refuse, even in a document that is never shown. */
const refused = /Applying inline style violates/;

const attack =
  '<p id="x" class="y" style="color:red" data-a="1">好<script>globalThis.hit=1</script></p><div>块</div><iframe src="/"></iframe><template><b>t</b></template>' +
  '<svg><a href="javascript:hit=1">z</a></svg><math><mi>m</mi></math><form id="f"><input name="a"><button>b</button></form>' +
  '<a href="javascript:hit=1">坏</a><a href="https://example.com/">外</a><a href="#/portal/docs">内</a><a href="//evil.example">协</a>' +
  '<img src="https://evil.example/a.png" alt="外图"><img src="/files/1.png"><h2>准备</h2><pre><code>npm start\n</code></pre><table><tbody><tr><td colspan="2">甲</td></tr></tbody></table>';

describe.each([
  ['the browser’s own sanitiser', false],
  ['DOMPurify', true],
])('RichText by %s', (_, withoutSanitizer) => {
  test('security 4.9 nothing but listed elements, attributes and addresses reaches the page, and Trusted Types have nothing to object to', async () => {
    await visit('Docs', { withoutSanitizer, except: refused }, async (page) => {
      await page.getByLabel('原文').fill(attack);
      const text = page.locator('main div', { has: page.locator(':scope > h2') });
      await text.getByText(/^好.*外图/).waitFor();
      expect(
        await text.locator('script, iframe, svg, math, form, input, style, template, div > div:not([role])').count(),
      ).toBe(0);
      expect(await text.locator('p').evaluate((element) => element.getAttributeNames())).toEqual([]);
      expect(
        await text
          .locator('a')
          .evaluateAll((links) =>
            links.map((link) => [
              link.textContent,
              link.getAttribute('href'),
              link.getAttribute('target'),
              link.getAttribute('rel'),
            ]),
          ),
      ).toEqual([
        ['坏', null, null, 'noopener noreferrer'],
        ['外', 'https://example.com/', '_blank', 'noopener noreferrer'],
        ['内', '#/portal/docs', null, 'noopener noreferrer'],
        ['协', null, null, 'noopener noreferrer'],
      ]);
      expect(
        await text.locator('img').evaluateAll((images) => images.map((image) => image.getAttribute('src'))),
      ).toEqual(['/files/1.png']);
      expect(await text.locator('td').getAttribute('colspan')).toBe('2');
      expect(await page.evaluate('"hit" in globalThis')).toBe(false);
    });
  }, 30_000);

  test('security 4.9 one text after another is shown: the second needs no second Trusted Types policy', async () => {
    await visit('Docs', { withoutSanitizer }, async (page) => {
      for (const words of ['第一篇', '第二篇', '第三篇']) {
        await page.getByLabel('原文').fill(`<p>${words}<i>斜</i></p>`);
        await page.locator('p', { hasText: words }).getByText('斜').waitFor({ timeout: 15_000 });
      }
    });
  }, 30_000);

  test('security 4.9 headings get their anchors, code its copy button and tables a frame, once', async () => {
    const options = { permissions: ['clipboard-read', 'clipboard-write'] };
    await visit('Docs', { withoutSanitizer, options, except: refused }, async (page) => {
      await page.getByLabel('原文').fill(attack);
      await page.getByText(/^好.*外图/).waitFor();
      expect(await page.locator('#doc-1').textContent()).toBe('准备');
      expect(await page.getByRole('region', { name: '表格' }).count()).toBe(1);
      await page.getByRole('button', { name: '复制代码' }).click();
      await page.getByRole('button', { name: '已复制' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm start');
    });
  }, 30_000);
});

test.each(['#e6b800', '#d4145a', '#00c2ff', '#111111'])(
  'R1.6 with %s as its colour every text stays readable in both themes',
  async (brand) => {
    for (const theme of ['light', 'dark'] as const) {
      await visit('Product', { theme }, async (page) => {
        await page.locator('html').evaluate((root, colour) => root.style.setProperty('--brand', colour), brand);
        expect(await violations(page, ['color-contrast'])).toEqual([]);
      });
    }
  },
  30_000,
);

describe('native elements in Chromium', () => {
  test('security 4.9 what the server rendered of a document stays in place when React takes over', async () => {
    await visit('Docs', {}, async (page) => {
      expect(await page.locator('#doc-1').textContent()).toBe('准备');
      expect(await page.getByRole('button', { name: '复制代码' }).count()).toBe(1);
    });
  }, 30_000);

  test('R2.9 a dialog keeps the focus, closes by Esc and gives the focus back', async () => {
    await visit('Product', {}, async (page) => {
      await page.getByRole('button', { name: '删除' }).click();
      const dialog = page.getByRole('dialog', { name: '确认删除？' });
      for (let step = 0; step < 5; step += 1) {
        await page.keyboard.press('Tab');
        expect(
          await page.evaluate(
            'document.activeElement === document.body || document.activeElement.closest("dialog") !== null',
          ),
        ).toBe(true);
      }
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.textContent')).toBe('删除');
    });
  }, 30_000);

  test('ux Console what is typed after the palette was opened is its search: its field has the focus, and gives it back', async () => {
    await visit('Console', {}, async (page) => {
      await page.getByRole('button', { name: '前往' }).click();
      await page.getByRole('dialog', { name: '前往' }).waitFor();
      const search = page.getByRole('combobox', { name: '前往' });
      const before = await search.boundingBox();
      await page.keyboard.type('运营人员以外');
      expect(await search.inputValue()).toBe('运营人员以外');
      await page.getByText('没有找到').waitFor();
      // It stays in its place, however much is found.
      expect((await search.boundingBox())?.y).toBe(before?.y);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.textContent')).toBe('前往');
    });
  }, 30_000);

  test('R2.9 a drawer is left by a press outside, a scroll inside stays inside', async () => {
    await visit('Product', { type: 'H5', theme: 'dark' }, async (page) => {
      await page.getByRole('button', { name: '看协议' }).click();
      const drawer = page.getByRole('dialog', { name: '服务协议' });
      expect(await violations(page)).toEqual([]);
      const box = await drawer.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(844);
      await page.mouse.click(195, 20);
      await drawer.waitFor({ state: 'detached' });
    });
  }, 30_000);

  test('R10.6 the end of a text counts as seen when it becomes visible without a scroll, and not before', async () => {
    await visit('Product', {}, async (page) => {
      await page.getByRole('button', { name: '看协议' }).click();
      await page.getByRole('dialog', { name: '服务协议' }).getByText('第 1 条').waitFor();
      // Observers report within two frames.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      expect(await page.getByRole('dialog', { name: '读完的协议' }).count()).toBe(0);
      await page.setViewportSize({ width: 1440, height: 6000 });
      await page.getByRole('dialog', { name: '读完的协议' }).waitFor({ timeout: 15_000 });
    });
  }, 30_000);

  test('R10.6 a text that could not be shown is not read, cannot be agreed to, and can be asked for again', async () => {
    await visit('Auth', { withoutSanitizer: true, except: /ERR_FAILED/ }, async (page) => {
      await page.route('**/purify*.js', (route) => route.abort());
      await page.getByRole('button', { name: '《用户协议》' }).click();
      const drawer = page.getByRole('dialog', { name: '用户协议' });
      await drawer.getByRole('alert').getByRole('button', { name: '重试' }).waitFor({ timeout: 15_000 });
      const agree = drawer.getByRole('button', { name: '我已阅读并同意' });
      expect(await agree.isDisabled()).toBe(true);
    });
    await visit('Auth', {}, async (page) => {
      await page.getByRole('button', { name: '《用户协议》' }).click();
      const drawer = page.getByRole('dialog', { name: '用户协议' });
      await drawer.getByText('请读到文末').waitFor({ state: 'detached' });
      await drawer.getByRole('button', { name: '我已阅读并同意' }).click();
      expect(await page.getByRole('checkbox', { name: /我已阅读并同意/ }).isChecked()).toBe(true);
    });
  }, 30_000);

  test.each(['PC', 'H5'] as const)(
    'R2.7 on %s a message stands in front of a drawer that was opened after it, is heard, copied and dismissed there, and stays when it closes',
    async (type) => {
      const options = { permissions: ['clipboard-read', 'clipboard-write'] };
      await visit('Area', { type, options }, async (page) => {
        const message = page.getByText('系统繁忙').last();
        const isInFront = () =>
          message.evaluate((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
          });
        await page.getByRole('button', { name: '更多' }).click();
        const drawer = page.getByRole('dialog', { name: '账单详情' });
        await expect.poll(isInFront).toBe(true);
        // The rest of the page is inert: neither announced nor clickable.
        const alert = drawer.getByRole('alert');
        expect(await violations(page)).toEqual([]);
        await alert.getByRole('button', { name: '复制追踪号' }).click();
        expect(await page.evaluate('navigator.clipboard.readText()')).toBe('7f3a');
        await drawer.getByRole('status').getByRole('button', { name: '关闭提示' }).click();
        expect(await page.getByText('已提交', { exact: true }).count()).toBe(0);
        await page.keyboard.press('Escape');
        await drawer.waitFor({ state: 'detached' });
        await expect.poll(isInFront).toBe(true);
        expect(await page.getByRole('alert').getByText('系统繁忙').count()).toBe(1);
      });
    },
    30_000,
  );

  test.each(looks)(
    'R5.3 $type $theme: the renewal of the image code stands beside the picture, over none of its letters',
    async (look) => {
      await visit('Auth', look, async (page) => {
        const button = page.getByRole('button', { name: /换一张/ });
        const picture = await button.locator('img').boundingBox();
        const sign = await button.locator('svg').boundingBox();
        expect(sign?.x).toBeGreaterThanOrEqual((picture?.x ?? 0) + (picture?.width ?? 0));
      });
    },
    30_000,
  );

  test('R1.4 controls of fields side by side stand in one line, whichever of the fields has an error or a hint', async () => {
    await visit('Auth', {}, async (page) => {
      const form = page.locator('form', { has: page.getByLabel('短信验证码') });
      await form.evaluate((element) => {
        element.style.display = 'grid';
        element.style.gridTemplateColumns = 'repeat(3, minmax(0, 1fr))';
      });
      const frames = [/^手机号/, /^短信验证码/, /^密码/].map((label) =>
        form.getByLabel(label).first().locator('xpath=..'),
      );
      const tops = await Promise.all(frames.map(async (frame) => (await frame.boundingBox())?.y));
      expect(new Set(tops).size, String(tops)).toBe(1);
    });
  }, 30_000);

  test('R2.8 slides move by buttons, and only the visible one takes the focus', async () => {
    await visit('Home', {}, async (page) => {
      const hero = page.getByRole('region', { name: '首页推荐' });
      await hero.getByRole('button', { name: '下一张' }).click();
      await hero
        .getByRole('button', { name: '第 2 张', includeHidden: false, exact: true })
        .and(page.locator('[aria-current]'))
        .waitFor();
      expect(await hero.locator('li[inert]').count()).toBe(1);
      expect(await hero.getByRole('heading', { name: '福利' }).boundingBox()).toMatchObject({ x: expect.any(Number) });
    });
  }, 30_000);

  test('R2.2 the product menu opens before any script has come, and Esc closes it', async () => {
    await visit('Home', { options: { javaScriptEnabled: false } }, async (page) => {
      await page.getByRole('button', { name: '产品' }).click();
      const link = page.getByRole('link', { name: /保理/ });
      expect(await link.isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      expect(await link.isVisible()).toBe(false);
    });
  }, 30_000);
});

describe('the calendar in Chromium', () => {
  const openRange = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: /^下单日期/ }).click();
    await page.getByRole('grid').first().waitFor();
  };

  test.each(looks)(
    'R1.5 $type $theme: a range is chosen by press, and axe finds nothing while it is open',
    async (look) => {
      await visit('List', look, async (page) => {
        if (look.type === 'H5') await page.getByRole('button', { name: /^筛选/ }).click();
        await openRange(page);
        // The list beneath a modal sheet is inert; a popover leaves it as it is.
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
        await page.getByRole('button', { name: '近 7 天' }).click();
        await page.getByRole('button', { name: /^下单日期：\d{4}-\d\d-\d\d – \d{4}-\d\d-\d\d$/ }).waitFor();
      });
    },
    30_000,
  );

  test('R2.9 Esc closes the calendar and not the drawer it stands in, and a press beside it closes it too', async () => {
    await visit('List', {}, async (page) => {
      await page.getByRole('button', { name: '看第一单' }).click();
      const drawer = page.getByRole('dialog', { name: '订单' });
      const opener = drawer.getByRole('button', { name: '选择日期' });
      const calendar = drawer.getByRole('dialog', { name: '选择日期' });
      await opener.click();
      await calendar.getByRole('grid').waitFor();
      await page.keyboard.press('Escape');
      await calendar.waitFor({ state: 'detached' });
      expect(await drawer.isVisible()).toBe(true);
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
      await opener.click();
      await drawer.getByRole('heading', { name: '订单' }).click();
      await calendar.waitFor({ state: 'detached' });
      await opener.click();
      await calendar
        .getByRole('button', { name: /已选择/ })
        .and(page.locator(':focus'))
        .waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      expect(await drawer.getByRole('textbox', { name: '付款日期' }).inputValue()).toBe('2026-11-19');
    });
  }, 30_000);

  test('R2.9 the calendar is entirely visible, below its field or above it', async () => {
    await visit('List', {}, async (page) => {
      for (const height of [844, 500]) {
        await page.setViewportSize({ width: 1440, height });
        await openRange(page);
        const box = await page.getByRole('dialog', { name: '下单日期' }).boundingBox();
        expect(box?.y).toBeGreaterThanOrEqual(0);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
        await page.keyboard.press('Escape');
      }
    });
  }, 30_000);
});

describe('the Markdown editor in Chromium', () => {
  test('R11.3 it is typed into under the policy, is named, led to by its label, left by Tab, and undoes what was done since it was opened', async () => {
    await visit('Editor', {}, async (page) => {
      const editor = page.getByRole('textbox', { name: '正文' });
      const shown = page.locator('output');
      await page.getByRole('button', { name: '加粗' }).waitFor();
      expect(await editor.getAttribute('aria-description')).toBe('按 Markdown 书写');
      await page.locator('label', { hasText: '正文' }).click();
      await editor.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('\n\n尾');
      await expect.poll(() => shown.textContent()).toMatch(/`npm start`\n\n尾$/);
      await page.keyboard.press('Shift+ArrowLeft');
      await page.keyboard.press('Control+b');
      await expect.poll(() => shown.textContent()).toMatch(/\*\*尾\*\*$/);
      await page.getByRole('button', { name: '图片' }).click();
      await expect.poll(() => shown.textContent()).toMatch(/!\[尾\]\(\/media\/a\.png\)/);
      await page.getByText(/^超出 \d+\s个字$/).waitFor();
      expect(await editor.getAttribute('aria-invalid')).toBe('true');
      await page.getByRole('button', { name: '检查' }).click();
      await expect.poll(() => editor.getAttribute('aria-description')).toBe('请写下正文');
      await editor.focus();
      for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+z');
      await expect.poll(() => shown.textContent()).toMatch(/`npm start`$/);
      await page.keyboard.press('Control+f');
      const field = page.getByRole('textbox', { name: '查找' });
      await field.fill('授权');
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await editor.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Tab');
      await page.getByRole('button', { name: '放弃修改' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.type('Q');
      await page.getByRole('button', { name: '放弃修改' }).click();
      await expect.poll(() => editor.textContent()).not.toContain('Q');
      const closed = page.getByRole('textbox', { name: '原文' });
      await closed.focus();
      await page.keyboard.type('Q');
      expect(await closed.textContent()).not.toContain('Q');
      const heading = editor.getByText('一、定义');
      expect(await heading.evaluate((part) => getComputedStyle(part).fontWeight)).toBe('600');
    });
  }, 30_000);

  test('R11.3 what was typed before its chunk came is kept, with the focus', async () => {
    await visit('Editor', {}, async (page) => {
      await page.getByRole('button', { name: '加粗' }).waitFor();
      let letThrough = (): void => {};
      const held = new Promise<void>((done) => {
        letThrough = done;
      });
      await page.route('**/code-mirror*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.reload();
      const plain = page.getByRole('textbox', { name: '正文' });
      await plain.fill('先写的字');
      await plain.press('ArrowLeft');
      letThrough();
      await page.getByRole('button', { name: '加粗' }).waitFor();
      await page.getByRole('textbox', { name: '正文' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('一');
      await expect.poll(() => page.locator('output').textContent()).toBe('先写的一字');
    });
  }, 30_000);
});
