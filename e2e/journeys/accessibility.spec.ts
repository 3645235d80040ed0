import { expect, expectNoFindings, test } from '../visitor.ts';

/** A page that is in order, with one part put into it. */
const withPart = (part: string): string =>
  `<!doctype html><html lang="zh-CN"><head><title>一页</title><meta name="viewport" content="width=device-width"><style>
   [data-theme=dark] .faint { color: #eee }</style></head><body><main><h1>一页</h1>${part}</main></body></html>`;

/** What the check of every journey has to find, each with a word of its finding. */
const faults = [
  ['a button without a name', '<button type="button"></button>', 'button-name'],
  ['a text too faint in the light theme', '<p style="color: #eee">看不清的文字</p>', 'color-contrast'],
  ['a text too faint in the dark theme alone', '<p class="faint">看不清的文字</p>', 'color-contrast'],
  [
    'a row too faint among rows that are painted alike',
    '<ul><li>第一行</li><li>第二行</li><li><b style="color: #eee">第三行</b></li><li>第四行</li><li>第五行</li></ul>',
    'color-contrast',
  ],
  [
    'a row too faint in the dark theme alone',
    '<ul><li>第一行</li><li>第二行</li><li class="faint">第三行</li><li>第四行</li></ul>',
    'color-contrast',
  ],
  // On a phone the window itself grows with what it shows.
  ['a part wider than the window', '<div style="width: 1600px">宽</div>', 'wider than the window'],
] as const;

test('ux the check of the journeys passes a page that is in order', { tag: '@h5' }, async ({ page }) => {
  await page.setContent(withPart('<p>正文</p>'));
  await expectNoFindings(page);
});

for (const [fault, part, finding] of faults) {
  test(`ux the check of the journeys finds ${fault}`, {
    tag: finding === 'wider than the window' ? '@h5' : [],
  }, async ({ page }) => {
    await page.setContent(withPart(part));
    const found = await expectNoFindings(page).then(
      () => 'nothing',
      (error: Error) => error.message,
    );
    expect(found).toContain(finding);
  });
}
