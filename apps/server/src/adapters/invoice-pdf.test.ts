import { describe, expect, it } from 'vitest';
import type { InvoiceToIssue } from '#kernel/issuer-port';
import { invoicePdf } from './invoice-pdf.ts';

const long = '浙江省杭州市余杭区文一西路九百六十九号海创科技中心十二号楼第二十三层'.repeat(5);
const invoice = (changes: Partial<InvoiceToIssue['title']>, lines = 60) => ({
  seller: '融惠门户运营方（示例）',
  title: {
    name: '云栖商贸有限公司',
    taxNo: '91350100M000100Y43',
    address: '杭州市某路 1 号',
    phone: '0571-00000000',
    bankName: '示例银行',
    bankAccountNo: '6222020200112233',
    ...changes,
  },
  words: {
    type: '数电专票',
    day: '2026-11-23',
    taxRate: '6%',
    net: '¥94,339.62',
    tax: '¥5,660.38',
    total: '¥100,000.00',
    totalInCapitals: '人民币壹拾万元整',
    lines: Array.from({ length: lines }, (_, at) => ({ name: `第 ${at} 项`, net: '¥1.00', tax: '¥0.06' })),
  },
});

interface Written {
  readonly words: string;
  readonly from: number;
  readonly to: number;
  readonly y: number;
}

/** What stands on the pages, page by page, and how far it reaches; the watermark, which is turned, is left out. */
const pagesOf = (pdf: Buffer): readonly (readonly Written[])[] =>
  pdf
    .toString('latin1')
    .split('stream\n')
    .filter((part) => part.includes(' Tj ET'))
    .map((part) =>
      [...part.matchAll(/^BT \/F1 (\d+) Tf (\S+) (\S+) Td <([0-9A-F]+)> Tj ET$/gm)].map(([, size, x, y, hex = '']) => {
        const words = Buffer.from(hex, 'hex').swap16().toString('utf16le');
        const ems = [...words].reduce((sum, char) => sum + ((char.codePointAt(0) ?? 0) < 128 ? 0.5 : 1), 0);
        return { words, from: Number(x), to: Number(x) + ems * Number(size), y: Number(y) };
      }),
    );

describe('R10.12 the file of a demonstration invoice', () => {
  it.each([
    ['of ordinary titles', {}],
    ['of long ones', { name: long.slice(0, 100), address: long, bankName: long.slice(0, 60) }],
  ])('R10.12 %s has every word on its page, whole, and no line over another', (_, title) => {
    const pages = pagesOf(invoicePdf(invoice(title), '00123456789012345678'));
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) {
      for (const { from, to, y, words } of page) {
        expect([words, from >= 39 && to <= 556 && y >= 39 && y <= 800]).toEqual([words, true]);
      }
      const heights = new Set(page.map(({ y }) => y));
      const sorted = [...heights].toSorted((one, other) => one - other);
      expect(sorted.slice(1).filter((y, at) => y - (sorted[at] ?? 0) < 12)).toEqual([]);
    }
    const text = pages[0]?.map(({ words }) => words).join('') ?? '';
    expect(text).toContain(invoice(title).title.address ?? 'none');
    expect(text).toContain(invoice(title).title.name);
    const rows = pages.flat().filter(({ words }) => /^第 \d+ 项$/.test(words));
    expect(rows).toHaveLength(60);
  });
});
