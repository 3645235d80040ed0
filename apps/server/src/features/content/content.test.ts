import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findAgreement, listCurrentAgreements } from '#features/agreement/agreement.reads';
import { openDatabase } from '#kernel/database/db';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';
import { exportContent } from './content-export.ts';
import { agreementsToRetire, type Content, importContent, readContent } from './content-import.ts';

const demo = new URL('../../../../../content/demo', import.meta.url).pathname;

let test: TestDatabase;
let folder: string;
beforeAll(async () => {
  test = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'content-'));
});
afterAll(async () => {
  await test.drop();
  await rm(folder, { recursive: true });
});

const read = async (root: string): Promise<Content> => {
  const result = await readContent(root);
  if (!result.ok)
    throw new Error(result.faults.map((fault) => `${fault.file}:${fault.line} ${fault.message}`).join('\n'));
  return result.content;
};

const copyWith = async (file: string, change: (text: string) => string): Promise<string> => {
  const copy = await mkdtemp(join(folder, 'copy-'));
  await cp(demo, copy, { recursive: true });
  await writeFile(join(copy, file), change(await readFile(join(copy, file), 'utf8')));
  return copy;
};
const faultsOf = async (root: string) => {
  const result = await readContent(root);
  return result.ok ? [] : result.faults;
};

/** What a reader sees, without the file names, which an export may change. */
const seen = ({ lineIn: _, ...content }: Content) => ({
  ...content,
  media: content.media.map((file) => file.name).sort(),
  catalog: { ...content.catalog, products: content.catalog.products.map(({ recommended: _, ...product }) => product) },
});

describe('R1.1 content files', () => {
  it('R2.6 a tree with more documents or sections than it can be read with is refused by its bound', async () => {
    const copy = await mkdtemp(join(folder, 'large-'));
    for (let section = 0; section < 504; section += 1) {
      const above = `docs/${10 + (section % 6)}-part-${section % 6}`;
      const place = join(copy, `${above}/${10 + Math.floor(section / 6)}-section-${section}`);
      await mkdir(place, { recursive: true });
      for (const at of [join(copy, above), place]) await writeFile(join(at, '_section.yaml'), 'title: 目录\n');
      const files = Array.from({ length: 10 }, (_, at) => join(place, `${10 + at}-document-${section * 10 + at}.md`));
      await Promise.all(files.map((file) => writeFile(file, '')));
    }
    const messages = (await faultsOf(copy)).filter(({ file }) => file === 'docs').map(({ message }) => message);
    expect(messages).toEqual(['文档最多 5000 个，现有 5040 个', '目录最多 500 个，现有 510 个']);
  });

  it('R1.1 the demonstration has enough products, categories, templates, documents and partners', async () => {
    const { catalog, docs } = await read(demo);
    const templates = new Set(JSON.stringify(catalog).match(/template_\w+/g));
    expect(catalog.products.length).toBeGreaterThanOrEqual(12);
    expect(catalog.categories.length).toBeGreaterThanOrEqual(4);
    expect(catalog.partners.length).toBeGreaterThanOrEqual(8);
    expect(docs.documents.length).toBeGreaterThanOrEqual(30);
    expect([...templates].sort()).toEqual([
      'template_audio',
      'template_card',
      'template_leftText',
      'template_rightText',
      'template_swiper',
      'template_upDown',
    ]);
  });

  it('R11.3 content that is imported, exported and imported again is the same', async () => {
    const content = await read(demo);
    expect(await importContent(test.database, content)).toEqual([]);
    const out = join(folder, 'out');
    await exportContent(test.database.reading('service'), out);
    expect(seen(await read(out))).toEqual(seen(content));
  });

  it('R14.2 the nodes are notified of an import after its commit, also when the command ends at once', async () => {
    const { url } = await testDatabase({ perTest: true });
    const listener = new pg.Client({ connectionString: url });
    await listener.connect();
    onTestFinished(() => listener.end());
    const heard: string[] = [];
    listener.on('notification', ({ channel }) => heard.push(channel));
    await listener.query('listen content_changed');
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const database = openDatabase({ url, onError: () => undefined });
    await importContent(database, await read(demo));
    await database.close();
    const texts = query.mock.calls.map(([first]: readonly unknown[]) =>
      typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : String(first),
    );
    query.mockRestore();
    const notified = texts.findIndex((text) => text.includes('pg_notify'));
    expect(notified).toBeGreaterThan(texts.findIndex((text) => text.startsWith('insert into "media"')));
    expect(notified).toBeGreaterThan(texts.findLastIndex((text) => text === 'commit'));
    await expect.poll(() => heard).toEqual(['content_changed']);
  });

  it('R11.3 the pictures of a text are exported under their names, in every form of link', async () => {
    const file = 'agreements/terms/2027-01.md';
    const shown = [
      '![代码](not-one.svg)',
      '`![代码](none.svg)`',
      '[![甲](<a (1).svg>)](#/portal/home)',
      '![乙][b]',
      '![丙](../b.svg "题")',
    ];
    const text = `---\ntitle: 图\nscene: register\nrequired: true\neffectiveOn: 2099-01-01\n---\n\n    ${shown.join('\n\n')}\n\n[b]: ../b.svg\n`;
    const root = await copyWith('site.yaml', (site) => site);
    await writeFile(join(root, file), text);
    const [first, second] = [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    ];
    await writeFile(join(root, 'agreements/terms/a (1).svg'), first);
    await writeFile(join(root, 'agreements/b.svg'), second);
    const { database } = await testDatabase({ perTest: true });
    await importContent(database, await read(root));
    const out = join(folder, 'pictures');
    await exportContent(database.reading('service'), out);
    expect(await readFile(join(out, 'agreements/terms/a (1).svg'), 'utf8')).toBe(first);
    expect(await readFile(join(out, 'agreements/b.svg'), 'utf8')).toBe(second);
    expect((await read(out)).agreements).toEqual((await read(root)).agreements);
  });

  it('R5.5 a fault names the file, the line and the field, and all faults are reported together', async () => {
    const root = await copyWith('products/factoring/product.yaml', (text) =>
      text.replace(/^tagline: .*$/m, 'tagline: 7').replace(/^hasTrial: .*$/m, 'hasTrial: maybe'),
    );
    const lines = (await readFile(join(root, 'products/factoring/product.yaml'), 'utf8')).split('\n');
    expect(await faultsOf(root)).toEqual([
      {
        file: 'products/factoring/product.yaml',
        line: lines.findIndex((line) => line.startsWith('tagline')) + 1,
        message: 'tagline：类型应为 string',
      },
      {
        file: 'products/factoring/product.yaml',
        line: lines.findIndex((line) => line.startsWith('hasTrial')) + 1,
        message: 'hasTrial：类型应为 boolean',
      },
    ]);
  });

  it('R5.5 two slides, partners or categories with one id are reported at the second', async () => {
    const root = await copyWith('slides.yaml', (text) => text);
    const expected = [];
    for (const file of ['categories.yaml', 'slides.yaml', 'partners.yaml']) {
      const text = await readFile(join(root, file), 'utf8');
      const second = [...text.matchAll(/id: (\S+)/g)][1]?.[1];
      const twice = text.replace(/id: \S+/, `id: ${second}`);
      await writeFile(join(root, file), twice);
      const lines = twice.split('\n').flatMap((line, index) => (/^(- | {2})id: /.test(line) ? [index + 1] : []));
      expected.push({ file, line: lines[1], message: `1.id：${second} 重复` });
    }
    expect((await faultsOf(root)).filter(({ message }) => message.includes('重复'))).toEqual(expected);
  });

  it('R5.5 two prices with one name are reported, anywhere in a product', async () => {
    const file = 'products/factoring/product.yaml';
    const sku = `{id: a, name: a, price: 1, unit: 次, billing: prepaid, termMonths: [1, 1], minQuantity: 1, maxQuantity: 2,
  options: [{key: k, label: k, values: [{value: v, label: v, priceDelta: 0}, {value: v, label: w, priceDelta: 1}]},
    {key: k, label: l, values: [{value: v, label: v, priceDelta: 0}]}],
  tiers: [{minQuantity: 2, price: 1}, {minQuantity: 2, price: 2}],
  termDiscounts: [{termMonths: 1, percent: 1}, {termMonths: 1, percent: 2}]}`;
    const root = await copyWith(file, (text) =>
      text
        .replace(/^skus:[\s\S]*?\n(?=\w)/m, `skus: [${sku},\n ${sku}]\n`)
        .replace(/^related:[\s\S]*?(\n(?=\w)|$)/m, 'related: [factoring, factoring]\n'),
    );
    const messages = (await faultsOf(root)).map(({ message }) => message);
    for (const path of [
      'related.1',
      'skus.1.id',
      'skus.0.termMonths.1',
      'skus.0.tiers.1.minQuantity',
      'skus.0.termDiscounts.1.termMonths',
      'skus.0.options.1.key',
      'skus.0.options.0.values.1.value',
    ]) {
      expect(messages).toContainEqual(expect.stringMatching(new RegExp(`^${path}：.+ 重复$`)));
    }
  });

  it.each(['mailto:a@example.cn', 'http://example.cn/', 'https://'])(
    'R2.8 a link %s, which the portal would not follow, is reported at every place',
    async (address) => {
      const root = await copyWith('slides.yaml', (text) => text.replace(/link: .*$/m, `link: '${address}'`));
      const partners = await readFile(join(root, 'partners.yaml'), 'utf8');
      await writeFile(join(root, 'partners.yaml'), partners.replace(/link: .*$/m, `link: '${address}'`));
      const home = await readFile(join(root, 'pages/home.yaml'), 'utf8');
      await writeFile(join(root, 'pages/home.yaml'), home.replace(/link: .*$/m, `link: '${address}'`));
      const faults = await faultsOf(root);
      expect(faults.map(({ file }) => file)).toEqual(['slides.yaml', 'pages/home.yaml', 'partners.yaml']);
      for (const { message } of faults) expect(message).toMatch(/link：应为 #\/…（本站页面）或 https/);
    },
  );

  it('R1.1 use that costs nobody knows what, a postpaid price and a tier that saves nothing or is out of reach are reported at their lines', async () => {
    const file = 'products/card-coupon/product.yaml';
    const withoutRules = await copyWith(file, (text) => text.replace(/^ {4}usageRules:\n( {6}- .*\n)+/m, ''));
    const at = (root: string, part: string) =>
      readFile(join(root, file), 'utf8').then((text) => text.split('\n').findIndex((line) => line.includes(part)) + 1);
    expect(await faultsOf(withoutRules)).toEqual([
      {
        file,
        line: await at(withoutRules, 'id: standard'),
        message: 'skus.0.usageRules：后付规格必须写明收费说明（用一次多少钱）',
      },
    ]);
    const priced = await copyWith(file, (text) => text.replace('price: 0', 'price: 30'));
    expect(await faultsOf(priced)).toEqual([
      { file, line: await at(priced, 'price: 30'), message: 'skus.0.price：后付规格的单价应为 0，或不填（面议）' },
    ]);
    const benefits = 'products/flex-benefits/product.yaml';
    const dear = await copyWith(benefits, (text) =>
      text.replace('minQuantity: 100, price: 1100', 'minQuantity: 100, price: 1200'),
    );
    expect(await faultsOf(dear)).toEqual([
      { file: benefits, line: expect.any(Number), message: 'skus.0.tiers.0.price：应低于规格的单价' },
    ]);
    // Nobody could ever pay what the page would say.
    const beyond = await copyWith(benefits, (text) =>
      text.replace('minQuantity: 500, price: 1000', 'minQuantity: 500000, price: 1000'),
    );
    expect(await faultsOf(beyond)).toEqual([
      {
        file: benefits,
        line: await readFile(join(beyond, benefits), 'utf8').then(
          (text) => text.split('\n').findIndex((line) => line.includes('500000')) + 1,
        ),
        message: 'skus.0.tiers.1.minQuantity：不能大于最多可购数量（maxQuantity）',
      },
    ]);
  });

  it('R5.5 a missing reference of a product is reported on its line', async () => {
    const file = 'products/factoring/product.yaml';
    const root = await copyWith(file, (text) =>
      text
        .replace(/^category: .*$/m, 'category: nowhere')
        .replace(/^related:[\s\S]*?(\n(?=\w)|$)/m, 'related:\n  - nothing\n'),
    );
    const lines = (await readFile(join(root, file), 'utf8')).split('\n');
    expect(await faultsOf(root)).toEqual([
      { file, line: lines.indexOf('category: nowhere') + 1, message: 'category：没有分类 nowhere' },
      { file, line: lines.indexOf('  - nothing') + 1, message: 'related.0：没有产品 nothing' },
    ]);
  });

  it('R5.5 a day that is not in the calendar is reported', async () => {
    const root = await copyWith('site.yaml', (text) => text);
    const text = await readFile(join(root, 'agreements/terms/2026-11.md'), 'utf8');
    for (const [index, day] of ['2026-13-01', '2026-02-30', '0000-01-01', '26-1-1', '7', '2028-02-29'].entries()) {
      const other = text.replace(/^effectiveOn: .*$/m, `effectiveOn: '${day}'`);
      await writeFile(join(root, `agreements/terms/2020-0${index}.md`), other);
    }
    const message = 'effectiveOn：应为存在的日期，如 2026-11-01';
    expect(await faultsOf(root)).toEqual(
      [0, 1, 2, 3, 4].map((index) => ({ file: `agreements/terms/2020-0${index}.md`, line: 5, message })),
    );
  });

  it('R10.6 the folder of an agreement is named by an id, and a folder without a version is reported', async () => {
    const root = await copyWith('agreements/terms/2026-11.md', (text) => text);
    await cp(join(root, 'agreements/terms'), join(root, 'agreements/用户协议'), { recursive: true });
    await mkdir(join(root, 'agreements/empty'));
    expect(await faultsOf(root)).toEqual([
      { file: 'agreements/empty', line: 1, message: expect.stringContaining('没有任何版本') },
      { file: 'agreements/用户协议', line: 1, message: expect.stringContaining('目录名只能用小写字母') },
    ]);
  });

  it('R10.6 other files beside the versions of an agreement are ignored', async () => {
    const root = await copyWith('agreements/terms/2026-11.md', (text) => `${text}\n![流程](flow.svg)\n`);
    await cp(join(root, 'products/factoring/cover.svg'), join(root, 'agreements/terms/flow.svg'));
    await writeFile(join(root, 'agreements/terms/.DS_Store'), Buffer.from([0, 255]));
    expect(await faultsOf(root)).toEqual([]);
  });

  it('R10.6 a product that asks to give data to an org without naming it is refused', async () => {
    const root = await copyWith('products/factoring/product.yaml', (text) =>
      text.replace(/^orgName: .*\n/m, '').replace(/^annualRate: .*\n/m, ''),
    );
    expect((await faultsOf(root)).map((fault) => fault.message).join()).toContain('向机构提供信息');
  });

  it('R10.13 a loan product without its rate, its org or the warning is refused', async () => {
    const noOrg = await copyWith('products/factoring/product.yaml', (text) => text.replace(/^orgName: .*\n/m, ''));
    expect((await faultsOf(noOrg)).map((fault) => fault.message).join()).toContain('annualRate');
    const noWarning = await copyWith('products/factoring/product.yaml', (text) =>
      text.replaceAll('贷款有风险，借款需谨慎', ''),
    );
    expect((await faultsOf(noWarning)).map((fault) => fault.message).join()).toContain('贷款有风险');
  });

  it('R10.6 a published version of an agreement cannot be rewritten', async () => {
    const text = await readFile(join(demo, 'agreements/terms/2026-11.md'), 'utf8');
    const changed = await read(await copyWith('agreements/terms/2026-11.md', (text) => `${text}\n再加一句。\n`));
    await importContent(test.database, await read(demo));
    expect(await importContent(test.database, changed)).toEqual([
      { file: 'agreements/terms/2026-11.md', line: 1, message: '已发布的版本不能修改，请另建一个新版本' },
    ]);
    const head = await read(
      await copyWith('agreements/terms/2026-11.md', () =>
        text.replace(
          /^---[\s\S]*?\n---/,
          '---\ntitle: 别的\nscene: trial\nrequired: false\neffectiveOn: 2026-12-01\n---',
        ),
      ),
    );
    expect((await importContent(test.database, head)).map(({ line, message }) => `${line} ${message}`)).toEqual([
      '2 title：已发布的版本不能修改，请另建一个新版本',
      '3 scene：已发布的版本不能修改，请另建一个新版本',
      '4 required：已发布的版本不能修改，请另建一个新版本',
      '5 effectiveOn：已发布的版本不能修改，请另建一个新版本',
    ]);
    const rewrite = test.database.transact('service', (tx) => tx.updateTable('agreement').set({ html: '' }).execute());
    await expect(rewrite).rejects.toThrow('append-only');
  });

  it('R10.6 an agreement that is missing in the folder is no longer asked for, stays readable, and is in use again with its folder', async () => {
    const reader = test.database.reading('service');
    const used = async () => (await listCurrentAgreements(reader)).map(({ id }) => id);
    const whole = await read(demo);
    await importContent(test.database, whole);
    expect(await used()).toContain('marketing');
    const root = await copyWith('site.yaml', (text) => text);
    await rm(join(root, 'agreements/marketing'), { recursive: true });
    const without = await read(root);
    expect(await agreementsToRetire(test.database, without)).toEqual(['marketing']);
    expect(await importContent(test.database, without)).toEqual([]);
    expect(await agreementsToRetire(test.database, without)).toEqual([]);
    expect(await used()).toEqual([...new Set(without.agreements.map(({ id }) => id))].sort());
    expect(await findAgreement(reader, 'marketing', '2026-11')).toMatchObject({ required: false });
    const asTenant = test.database.reading({ tenantId: 't' });
    expect(await listCurrentAgreements(asTenant)).toEqual(await listCurrentAgreements(reader));
    const out = join(folder, 'retired');
    await exportContent(reader, out);
    expect((await read(out)).agreements.map(({ id }) => id)).not.toContain('marketing');
    await importContent(test.database, whole);
    expect(await used()).toContain('marketing');
  });

  it.each([
    ['a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
    ['a handler', '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'],
    ['an outside picture', '<svg xmlns="http://www.w3.org/2000/svg"><image href="https://x.example/a.png"/></svg>'],
  ])('R2.8 a drawing with %s is refused', async (_what, svg) => {
    const root = await copyWith('products/factoring/cover.svg', () => svg);
    expect((await faultsOf(root)).map((fault) => fault.message).join()).toContain('SVG');
  });

  it('R1.1 a picture outside the folder is refused', async () => {
    const root = await copyWith('products/factoring/product.yaml', (text) =>
      text.replace(/^cover: .*$/m, 'cover: a/../../../../x.svg'),
    );
    expect((await faultsOf(root)).map((fault) => fault.message).join()).toContain('只能引用本目录内');
  });
});
