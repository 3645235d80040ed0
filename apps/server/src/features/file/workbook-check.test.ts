import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkWorkbook } from '#kernel/files/reading/package/workbook-check';
import { ZipFault } from '#kernel/files/reading/package/zip-parts';
import { type SamplePart, workbookParts, zipOf } from './file.fixture.ts';
import { faultOfWorkbook } from './workbook.ts';

const withPart = (part: SamplePart): Buffer => zipOf([...workbookParts, part]);

describe('R5.7 workbooks', () => {
  it('R5.7 a plain one passes', async () => {
    await expect(checkWorkbook(zipOf(workbookParts))).resolves.toBeUndefined();
  });

  const refused: [string, Buffer][] = [
    ['a program', withPart({ name: 'xl/vbaProject.bin', text: 'x' })],
    ['a program under another name', withPart({ name: 'xl/macrosheets/sheet1.xml', text: '<a/>' })],
    ['another workbook', withPart({ name: 'xl/externalLinks/externalLink1.xml', text: '<a/>' })],
    ['an embedded document', withPart({ name: 'xl/embeddings/oleObject1.bin', text: 'x' })],
    ['a name that leads up', withPart({ name: '../evil.xml', text: '<a/>' })],
    ['an absolute name', withPart({ name: '/etc/passwd', text: 'x' })],
    ['a name with another separator', withPart({ name: 'xl\\evil.xml', text: '<a/>' })],
    ['a name twice', withPart({ name: 'xl/workbook.xml', text: '<workbook/>' })],
    ['a head that says otherwise', withPart({ name: 'xl/a.xml', localName: 'xl/b.xml', text: '<theme/>' })],
    ['an encrypted part', withPart({ name: 'xl/a.xml', text: '<theme/>', isEncrypted: true })],
    ['a name twice, in another case', withPart({ name: 'XL/Workbook.xml', text: '<workbook/>' })],
    [
      'a picture that is fetched, under a name in another case',
      withPart({
        name: 'xl/_rels/Styles.xml.RELS',
        text: '<Relationships><Relationship Id="r" Type="http://x/image" TargetMode="External" Target="http://a.example/"/></Relationships>',
      }),
    ],
    [
      'types with macros, under a name in another case',
      zipOf([
        { name: '[CONTENT_TYPES].XML', text: '<Types ct="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/>' },
        ...workbookParts.slice(1),
      ]),
    ],
    [
      'a link that opens on a click',
      withPart({
        name: 'xl/worksheets/_rels/sheet2.xml.rels',
        text: '<Relationships><Relationship Id="r" Type="http://x/hyperlink" Target="https://a.example/" TargetMode="External"/></Relationships>',
      }),
    ],
    [
      'a link whose mode is written otherwise',
      withPart({
        name: 'xl/worksheets/_rels/sheet2.xml.rels',
        text: "<Relationships><Relationship Id='r' Target='https://a.example/' TargetMode = '&#69;xternal'/></Relationships>",
      }),
    ],
    ['a part with a wrong check sum', withPart({ name: 'xl/a.xml', text: '<theme/>', sum: 7 })],
    [
      'a picture with a wrong check sum',
      withPart({ name: 'xl/media/a.png', text: Buffer.from('\x89PNG'.padEnd(70_000), 'latin1'), sum: 7 }),
    ],
    ['a DTD', withPart({ name: 'xl/a.xml', text: `<?xml version="1.0"?>${' '.repeat(70_000)}<!DOCTYPE a>` })],
    ['XML in another encoding', withPart({ name: 'xl/a.xml', text: Buffer.from('\ufeff<!DOCTYPE a>', 'utf16le') })],
    [
      'more than 2 000 parts',
      zipOf([...workbookParts, ...Array.from({ length: 2001 }, (_, n) => ({ name: `xl/${n}.bin`, text: '' }))]),
    ],
    [
      'a part that swells a thousandfold',
      withPart({ name: 'xl/a.xml', text: `<theme>${' '.repeat(5_000_000)}</theme>` }),
    ],
    ['no workbook', zipOf([{ name: 'word/document.xml', text: '<a/>' }])],
    ['a broken end', zipOf(workbookParts).subarray(0, -30)],
    [
      'a picture that is fetched',
      withPart({
        name: 'xl/_rels/workbook.xml.rels',
        text: '<Relationships><Relationship Id="r" Type="http://x/image" TargetMode="External" Target="http://a.example/"/></Relationships>',
      }),
    ],
    [
      'types with macros',
      zipOf([
        { name: '[Content_Types].xml', text: '<Types ct="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/>' },
        ...workbookParts.slice(1),
      ]),
    ],
  ];
  it.each(refused)('security 4.8 %s is refused', async (_name, bytes) => {
    await expect(checkWorkbook(bytes)).rejects.toThrow(ZipFault);
  });

  it('security 4.8 it is examined in a thread of its own, where any fault is a refusal', async () => {
    const path = join(tmpdir(), `ronghui-workbook-${process.pid}.xlsx`);
    await writeFile(path, zipOf(workbookParts));
    expect(await faultOfWorkbook(path)).toBeNull();
    await writeFile(path, withPart({ name: 'xl/a.xml', text: `<theme>${' '.repeat(5_000_000)}</theme>` }));
    expect(await faultOfWorkbook(path)).toBe('tooLarge');
    await expect(faultOfWorkbook(`${path}.none`)).rejects.toThrow('ENOENT');
  });
});
