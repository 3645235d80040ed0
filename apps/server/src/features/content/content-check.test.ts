import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawingFaults } from './content-drawing.ts';
import { readContent } from './content-import.ts';

const demo = join(import.meta.dirname, '../../../../../content/demo');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-check-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The faults of the demonstration with other files in it. */
const faultsWith = async (files: Readonly<Record<string, string | Buffer | ((text: string) => string)>>) => {
  const copy = await mkdtemp(join(folder, 'copy-'));
  await cp(demo, copy, { recursive: true });
  for (const [file, change] of Object.entries(files)) {
    const path = join(copy, file);
    await writeFile(path, typeof change === 'function' ? change(await readFile(path, 'utf8')) : change);
  }
  const result = await readContent(copy);
  return result.ok ? [] : result.faults.map(({ file, message }) => `${file} ${message}`);
};

const svg = (inside: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"${attributes}>${inside}</svg>`;

describe('R5.5 a check reports every fault', () => {
  it('R11.3 a text that is longer than the console could save, of an agreement as of a document', async () => {
    const long = (text: string) => `${text}\n${'汉'.repeat(20_000)}`;
    const [agreement] = await readdir(join(demo, 'agreements/terms'));
    const file = `agreements/terms/${agreement}`;
    const [fault, ...rest] = await faultsWith({ [file]: long });
    expect(fault).toMatch(new RegExp(`^${file} 正文最多 20000 个字符，现有 \\d+ 个$`));
    expect(rest).toEqual([]);
  });

  it('R5.5 every unknown field of a file, far beyond the eighth', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `unknown${at}`);
    const file = 'products/factoring/product.yaml';
    const faults = await faultsWith({ [file]: (text) => `${text}\n${names.map((name) => `${name}: 1`).join('\n')}\n` });
    expect(faults).toEqual(names.map((name) => `${file} ${name}：不认识的字段`));
  });

  it('R5.5 the faults of pictures and blocks beside that of another field', async () => {
    const file = 'products/factoring/product.yaml';
    const faults = await faultsWith({
      [file]: (text) =>
        text
          .replace(/^tagline: .*$/m, 'tagline: 7')
          .replace(/^blocks:\n/m, 'blocks:\n  - {template: template_card, items: []}\n'),
      'products/factoring/cover.svg': svg('<script/>'),
      'slides.yaml': (text) =>
        text.replace(/^( +)title: .*$/m, '$1title: 7').replace(/image: .*$/m, 'image: nothing.svg'),
    });
    expect(faults).toEqual([
      `${file} tagline：类型应为 string`,
      `${file} cover.svg：SVG 中有不允许的内容：元素 script`,
      `${file} blocks.0.items：至少要有 1 项`,
      'slides.yaml 0.title：类型应为 string',
      'slides.yaml nothing.svg：找不到这个文件',
    ]);
  });

  it('R5.5 the links of a text beside a fault of its head', async () => {
    const file = 'agreements/terms/2026-11.md';
    const faults = await faultsWith({
      [file]: (text) => `${text.replace(/^title: .*$/m, 'title: 7')}\n[没有](nowhere)\n`,
    });
    expect(faults).toEqual([`${file} title：类型应为 string`, `${file} 链接 nowhere：没有这篇文档，也不是可用的地址`]);
  });
});

describe('R2.8 pictures and sounds that are none', () => {
  const cover = async (ending: string, bytes: Buffer) =>
    faultsWith({
      'products/factoring/product.yaml': (text) => text.replace(/^cover: .*$/m, `cover: other.${ending}`),
      [`products/factoring/other.${ending}`]: bytes,
    });
  const picture = (format: 'png' | 'jpeg' | 'webp') =>
    sharp({ create: { width: 300, height: 200, channels: 3, background: '#23408e' } })
      .toFormat(format)
      .toBuffer();

  it.each([
    ['png', 'png'],
    ['jpg', 'jpeg'],
    ['webp', 'webp'],
  ] as const)('R2.8 a whole .%s passes; text, another format or half of it is refused', async (ending, format) => {
    const bytes = await picture(format);
    expect(await cover(ending, bytes)).toEqual([]);
    const other = await picture(format === 'png' ? 'jpeg' : 'png');
    for (const wrong of [Buffer.from('<html>'), other, bytes.subarray(0, bytes.length / 2), Buffer.alloc(0)]) {
      expect(await cover(ending, wrong)).toEqual([
        `products/factoring/product.yaml other.${ending}：内容不是完整的 ${ending.toUpperCase()} 图片`,
      ]);
    }
  });

  it('R2.8 a sound whose bytes are none is refused', async () => {
    const home = await readFile(join(demo, 'pages/home.yaml'), 'utf8');
    const about = await readFile(join(demo, 'pages/about.yaml'), 'utf8');
    const file = home.includes('audio:') ? 'pages/home.yaml' : 'pages/about.yaml';
    const block = '  - {template: template_audio, title: 一, audio: other.mp3, transcript: 一}\n';
    const faults = await faultsWith({
      [file]: () => (file === 'pages/home.yaml' ? home : about).replace(/^blocks:\n/m, `blocks:\n${block}`),
      'pages/other.mp3': Buffer.from('<html>'),
    });
    expect(faults).toEqual([`${file} other.mp3：内容不是 MP3 音频`]);
  });
});

describe('R2.8 what a drawing may consist of', () => {
  it('R2.8 shapes, colours, gradients within it, plain styles and texts pass', () => {
    for (const inside of [
      '<defs><linearGradient id="a"><stop offset=".5" stop-color="rgb(1, 2, 3)"/></linearGradient></defs><path fill="url(#a)" d="M0 0z"/>',
      '<g transform="translate(1 2) rotate(-3)" style="fill:url(#a); stroke: #fff;"><use href="#a"/></g>',
      '<!-- by hand --><title>甲 &amp; 乙 &#20013;</title><text x="0" y="1">￥1.00</text>',
    ])
      expect(drawingFaults(svg(inside)), inside).toEqual([]);
    expect(drawingFaults(`<?xml version="1.0" encoding="UTF-8"?>\n${svg('')}\n`)).toEqual([]);
  });

  it.each([
    ['an outside address in a style', svg('<rect style="fill:url(https://x.example/a.svg#a)"/>'), '属性 style'],
    ['an outside address in a fill', svg('<rect fill="url(https://x.example/a.svg#a)"/>'), '属性 fill'],
    ['an outside address behind an escape', svg('<rect fill="u\\72l(//x.example/a)"/>'), '属性 fill'],
    ['an import in a style', svg('<rect style="@import \'//x.example\'"/>'), '属性 style'],
    [
      'an external entity',
      `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>')}`,
      '不是完整的 SVG，或含有 DTD、处理指令与 CDATA',
    ],
    ['an unknown entity', svg('<text>&a;</text>'), '根元素之外的文字，或未知的实体'],
    [
      'a style sheet',
      `<?xml-stylesheet href="//x.example/a.css"?>${svg('')}`,
      '不是完整的 SVG，或含有 DTD、处理指令与 CDATA',
    ],
    ['an animation that sets a handler', svg('<set attributeName="onclick" to="x()"/>'), '元素 set'],
    ['a prefixed script', svg('<s:script>x()</s:script>', ' xmlns:s="http://www.w3.org/2000/svg"'), '元素 s:script'],
    ['a handler', svg('<rect onclick="x()"/>'), '属性 onclick'],
    ['an entity-coded handler', svg('<rect onclick="&#120;&#40;&#41;"/>'), '属性 onclick'],
    ['an entity-coded address', svg('<use href="&#106;avascript:x()"/>'), '属性 href'],
    ['a foreign object', svg('<foreignObject/>'), '元素 foreignObject'],
    ['an outside picture', svg('<image href="https://x.example/a.png"/>'), '元素 image'],
    ['a picture in itself', svg('<use href="data:image/svg+xml,x"/>'), '属性 href'],
    ['a section of raw text', svg('<![CDATA[<script/>]]>'), '不是完整的 SVG，或含有 DTD、处理指令与 CDATA'],
    ['another root', '<html xmlns="http://www.w3.org/1999/xhtml"/>', '根元素应为带 xmlns 的 svg'],
    ['two roots', `${svg('')}${svg('')}`, '标签没有配对'],
    ['an open end', '<svg xmlns="http://www.w3.org/2000/svg"><g>', '标签没有配对'],
    ['an attribute twice', svg('<rect fill="#fff" fill="#000"/>'), '属性 fill'],
  ])('R2.8 %s is refused, and named', (_what, source, fault) => {
    expect(drawingFaults(source)).toContain(fault);
  });

  it('R2.8 every fault of a drawing is named in one message', async () => {
    const wrong = svg('<rect onclick="x()" fill="url(//x.example)"/><set/>');
    expect(await faultsWith({ 'products/factoring/cover.svg': wrong })).toEqual([
      'products/factoring/product.yaml cover.svg：SVG 中有不允许的内容：属性 onclick、属性 fill、元素 set',
    ]);
  });
});
