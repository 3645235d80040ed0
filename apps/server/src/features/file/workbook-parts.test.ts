import { describe, expect, it } from 'vitest';
import { checkWorkbook } from '#kernel/files/reading/package/workbook-check';
import { type WorkbookFault, WorkbookRefusal } from '#kernel/files/reading/package/workbook-kinds';
import { type SamplePart, zipOf } from './file.fixture.ts';

const sheetTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Extras {
  /** More entries of the content types. */
  readonly types?: string;
  /** More relationships of the workbook. */
  readonly links?: string;
  /** Relationships of the sheet. */
  readonly sheetLinks?: string;
}

/** A workbook as programs write it, with more parts. */
const bookWith = (parts: readonly SamplePart[], { types = '', links = '', sheetLinks = '' }: Extras = {}): Buffer =>
  zipOf([
    {
      name: '[Content_Types].xml',
      text: `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/xl/workbook.xml" ContentType="${sheetTypes}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetTypes}.worksheet+xml"/>${types}</Types>`,
    },
    {
      name: '_rels/.rels',
      text: `<Relationships><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    { name: 'xl/workbook.xml', text: '<workbook/>' },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `<Relationships><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/>${links}</Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', text: '<worksheet/>' },
    ...(sheetLinks === ''
      ? []
      : [{ name: 'xl/worksheets/_rels/sheet1.xml.rels', text: `<Relationships>${sheetLinks}</Relationships>` }]),
    ...parts,
  ]);

const link = (type: string, target: string, mode = 'External'): string =>
  `<Relationship Id="r7" Type="${type}" Target="${target}" TargetMode="${mode}"/>`;
const override = (name: string, type: string): string => `<Override PartName="/${name}" ContentType="${type}"/>`;
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const ole = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)]);
const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const custom = `<Relationship Id="r9" Type="${relations}/customXml" Target="../customXml/item1.xml"/>`;
const printer = `<Default Extension="bin" ContentType="${sheetTypes}.printerSettings"/>`;
const plist =
  '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0"/>';
const mashup = (source: string): SamplePart => ({
  name: 'xl/connections.xml',
  text: `<connections><connection id="1" name="查询" type="5"><dbPr connection="${source}" command="SELECT * FROM [表]"/></connection></connections>`,
});
const connections = { types: override('xl/connections.xml', `${sheetTypes}.connections+xml`) };
const ownSource =
  'Provider=Microsoft.Mashup.OleDb.1;Data Source=$Workbook$;Location=表;Extended Properties=&quot;&quot;';

const taken: readonly (readonly [string, Buffer])[] = [
  [
    'with a type for programs, and none in it',
    bookWith([], { types: '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>' }),
  ],
  ['with a mail address', bookWith([], { sheetLinks: link(`${relations}/hyperlink`, 'mailto:a@example.com') })],
  [
    'with an address of a page',
    bookWith([], { sheetLinks: link(`${relations}/hyperlink`, 'https://a.example/?x=1&amp;y=2') }),
  ],
  [
    'of the strict kind with an address',
    bookWith([], {
      sheetLinks: link('http://purl.oclc.org/ooxml/officeDocument/relationships/hyperlink', 'http://a.example/'),
    }),
  ],
  [
    'with a query in UTF-16',
    bookWith([{ name: 'customXml/item1.xml', text: utf16('<?xml version="1.0" encoding="utf-16"?><DataMashup/>') }], {
      links: custom,
    }),
  ],
  ['with what a query gave', bookWith([mashup(ownSource)], connections)],
  ['with a picture', bookWith([{ name: 'xl/media/image1.png', text: png }])],
  [
    'with settings of a printer',
    bookWith([{ name: 'xl/printerSettings/p1.bin', text: utf16('HP').subarray(2) }], { types: printer }),
  ],
  [
    'with settings of a printer as a list of properties',
    bookWith([{ name: 'xl/printerSettings/p1.bin', text: plist }], { types: printer }),
  ],
  ['with entries for folders', bookWith([{ name: 'xl/worksheets/', text: '' }])],
];

const macros = 'application/vnd.ms-office.vbaProject';
const refused: readonly (readonly [string, WorkbookFault, Buffer])[] = [
  [
    'a program under another name',
    'macros',
    bookWith([{ name: 'xl/a.png', text: png }], { types: override('xl/a.png', macros) }),
  ],
  [
    'a program by its relationship',
    'macros',
    bookWith([{ name: 'xl/p.bin', text: 'x' }], {
      types: printer,
      links: `<Relationship Id="r8" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="p.bin"/>`,
    }),
  ],
  [
    'a sheet of macros',
    'macros',
    bookWith([{ name: 'xl/worksheets/sheet2.xml', text: '<a/>' }], {
      types: override('xl/worksheets/sheet2.xml', 'application/vnd.ms-excel.macrosheet+xml'),
    }),
  ],
  [
    'a sheet of macros that is called a sheet',
    'macros',
    bookWith([{ name: 'xl/worksheets/sheet2.xml', text: '<xm:macrosheet xmlns:xm="x"/>' }], {
      types: override('xl/worksheets/sheet2.xml', `${sheetTypes}.worksheet+xml`),
    }),
  ],
  [
    'a sheet of a dialogue',
    'macros',
    bookWith([{ name: 'xl/d.xml', text: '<a/>' }], { types: override('xl/d.xml', `${sheetTypes}.dialogsheet+xml`) }),
  ],
  [
    'a workbook with macros',
    'macros',
    bookWith([{ name: 'xl/b.xml', text: '<a/>' }], {
      types: override('xl/b.xml', 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'),
    }),
  ],
  ['an object among the pictures', 'objects', bookWith([{ name: 'xl/media/image1.png', text: ole }])],
  [
    'a document among the settings',
    'objects',
    bookWith([{ name: 'xl/printerSettings/p1.bin', text: ole }], { types: printer }),
  ],
  [
    'an object by its type',
    'objects',
    bookWith([{ name: 'xl/media/o.png', text: png }], {
      types: override('xl/media/o.png', 'application/vnd.openxmlformats-officedocument.oleObject'),
    }),
  ],
  [
    'an object by its relationship',
    'objects',
    bookWith([], { sheetLinks: link(`${relations}/oleObject`, '../media/a.png', 'Internal') }),
  ],
  ['a control', 'objects', bookWith([{ name: 'xl/c.xml', text: '<ax:ocx xmlns:ax="x"/>' }])],
  ['another workbook under another name', 'links', bookWith([{ name: 'xl/l.xml', text: '<externalLink/>' }])],
  [
    'another workbook by its relationship',
    'links',
    bookWith([], { links: link(`${relations}/externalLink`, 'l.xml', 'Internal') }),
  ],
  [
    'a picture from elsewhere',
    'links',
    bookWith([], { sheetLinks: link(`${relations}/image`, 'https://a.example/a.png') }),
  ],
  [
    'a link to a file of a network',
    'links',
    bookWith([], { sheetLinks: link(`${relations}/hyperlink`, 'file://server/share') }),
  ],
  [
    'a link that runs a script',
    'links',
    bookWith([], { sheetLinks: link(`${relations}/hyperlink`, 'javascript:alert(1)') }),
  ],
  [
    'an outside relationship behind a sign that ends tags elsewhere',
    'links',
    bookWith([], {
      sheetLinks: `<Relationship Id="r7>" Type="${relations}/image" Target="https://a.example/" TargetMode="External"/>`,
    }),
  ],
  ['data from a database', 'connections', bookWith([mashup('Provider=SQLOLEDB;Data Source=a')], connections)],
  [
    'data from a page',
    'connections',
    bookWith(
      [
        {
          ...mashup(ownSource),
          text: '<connections><connection id="1"><webPr url="https://a.example"/></connection></connections>',
        },
      ],
      connections,
    ),
  ],
  ['a sheet in UTF-16', 'markup', bookWith([{ name: 'xl/worksheets/sheet2.xml', text: utf16('<worksheet/>') }])],
  [
    'a DTD in UTF-16',
    'markup',
    bookWith([{ name: 'customXml/item1.xml', text: utf16('<!-- --><!DOCTYPE a><a/>') }], { links: custom }),
  ],
  [
    'UTF-16 of one part for two purposes',
    'markup',
    bookWith([{ name: 'customXml/item1.xml', text: utf16('<a/>') }], {
      links: `${custom}<Relationship Id="r8" Type="${relations}/styles" Target="/customXml/item1.xml"/>`,
    }),
  ],
  ['NUL in a sheet', 'markup', bookWith([{ name: 'xl/a.xml', text: '<a>\0</a>' }])],
  [
    'an encoding that hides a DTD',
    'markup',
    bookWith([{ name: 'xl/a.xml', text: '<?xml version="1.0" encoding="UTF-7"?><a/>' }]),
  ],
  ['a DTD in a part with another ending', 'markup', bookWith([{ name: 'xl/a.png', text: '<!DOCTYPE svg><svg/>' }])],
  [
    'an entity among the settings',
    'markup',
    bookWith([{ name: 'xl/printerSettings/p1.bin', text: plist.replace('<plist', '<!ENTITY a "b"><plist') }], {
      types: printer,
    }),
  ],
  [
    'relationships that two programs read otherwise',
    'markup',
    bookWith([], { sheetLinks: '<Relationship Id="r7" Target="<a" />' }),
  ],
  [
    'a list of types with two types for one part',
    'markup',
    bookWith([], { types: override('xl/workbook.xml', macros) }),
  ],
  ['a part that no list names', 'foreign', bookWith([{ name: 'xl/a.exe', text: 'MZ' }])],
  [
    'a type that no workbook has',
    'foreign',
    bookWith([{ name: 'xl/a.js', text: 'x' }], { types: '<Default Extension="js" ContentType="text/javascript"/>' }),
  ],
];

describe('R5.7 parts of workbooks', () => {
  it.each(taken)('R5.7 a workbook %s is taken', async (_, bytes) => {
    await expect(checkWorkbook(bytes, { inflatedBytes: 10_000_000, ratio: 1000 })).resolves.toBeUndefined();
  });

  it.each(refused)('security 4.8 %s is refused: %s', async (_, fault, bytes) => {
    const found = await checkWorkbook(bytes, { inflatedBytes: 10_000_000, ratio: 1000 }).catch(
      (error: unknown) => error,
    );
    expect(found).toBeInstanceOf(WorkbookRefusal);
    expect(found).toMatchObject({ fault });
  });

  it.each([
    ['attributes', `<Types ${'a="b" '.repeat(300_000)}`],
    ['spaces', `<Types${' '.repeat(2_000_000)}`],
    ['comments without an end', `<Types>${'<!-- '.repeat(400_000)}`],
    ['tags', '<a>'.repeat(600_000)],
  ])('security 4.8 a list of %s, of 2 MB, is looked at in a time that grows with its length', async (_, text) => {
    const began = process.cpuUsage();
    await checkWorkbook(zipOf([{ name: '[Content_Types].xml', text }]), {
      inflatedBytes: 10_000_000,
      ratio: 100_000,
    }).catch(() => null);
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(5000);
  });
});
