import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';
import { exportContent } from './content-export.ts';
import { type Content, importContent, readContent } from './content-import.ts';

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

/** What a reader sees, without the names that an export may choose anew. */
const seen = (content: Content) => ({
  ...content,
  media: content.media.map((file) => file.name).sort(),
  catalog: { ...content.catalog, products: content.catalog.products.map(({ recommended: _, ...product }) => product) },
});

describe('R1.1 content files', () => {
  it('R1.1 the demonstration has the breadth that was ordered: products, categories, templates, documents, partners', async () => {
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

  it('R11.3 what is imported and exported again reads the same', async () => {
    const content = await read(demo);
    expect(await importContent(test.database, content)).toEqual([]);
    const out = join(folder, 'out');
    await exportContent(test.database.reading('service'), out);
    expect(seen(await read(out))).toEqual(seen(content));
  });

  it('R5.5 a fault names the file, the line and the field, and all are told at once', async () => {
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
    const changed = await read(await copyWith('agreements/terms/2026-11.md', (text) => `${text}\n再加一句。\n`));
    await importContent(test.database, await read(demo));
    expect(await importContent(test.database, changed)).toEqual([
      { file: 'agreements/terms/2026-11.md', line: 1, message: '已发布的版本不能修改，请另建一个新版本' },
    ]);
    const rewrite = test.database.transact('service', (tx) => tx.updateTable('agreement').set({ html: '' }).execute());
    await expect(rewrite).rejects.toThrow('append-only');
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
