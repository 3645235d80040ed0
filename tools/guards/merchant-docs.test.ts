import { describe, expect, it } from 'vitest';
import { billApprovalNames, billOutcomeNames, billStatusNames } from '../../packages/domain/src/bill.ts';
import { exportKindNames, exportStatusNames } from '../../packages/domain/src/export.ts';
import { feedbackStatusNames } from '../../packages/domain/src/feedback.ts';
import { invoiceStatusNames, invoiceTitleFaults, invoiceTypeNames } from '../../packages/domain/src/invoice.ts';
import { read } from './repository.ts';

const folder = 'content/demo/docs';
const bills = `${folder}/50-bills-recon/10-bills`;

/** The cells of the first column of the tables of a document. */
const firstCells = (document: string): readonly string[] =>
  read(document)
    .split('\n')
    .flatMap((line) => /^\| ([^|]+) \|/.exec(line)?.[1] ?? []);

/** What confirming a bill can come to; the others are of sending back, and of the approval. */
const { sentBack: _, samePerson: __, ...confirming } = billOutcomeNames;

/** What a title lacks for a type of invoice where nothing of it is known: 请填写注册地址. */
const lacking = (type: 'normal' | 'special'): string =>
  invoiceTitleFaults({ name: '', taxNo: null, address: null, phone: null, bankName: null, bankAccountNo: null }, type)
    .map(({ message }) => message.replace('请填写', ''))
    .join('、');

/** Merchants read these documents beside the screens: what stands there has the words of the screens, and all of them. */
describe('R10.3 the documents of merchants have the words of the screens', () => {
  it.each([
    ['R4.9 the states of a bill', `${bills}/10-read-a-bill.md`, Object.values(billStatusNames)],
    ['R10.3 the outcomes of a confirmation', `${bills}/20-confirm-bills.md`, Object.values(confirming)],
    ['R4.10 the states of a feedback', `${bills}/30-variance-feedback.md`, Object.values(feedbackStatusNames)],
    ['R10.5 the states of an export', `${folder}/50-bills-recon/40-export-data.md`, Object.values(exportStatusNames)],
    ['R10.5 the lists that are exported', `${folder}/50-bills-recon/40-export-data.md`, Object.values(exportKindNames)],
    [
      'R10.12 the states of an invoice',
      `${folder}/60-benefits-invoice/30-apply-for-invoice.md`,
      Object.values(invoiceStatusNames),
    ],
  ])('%s', (_name, document, names) => {
    expect(firstCells(document)).toEqual(expect.arrayContaining(names));
  });

  it('R10.3 a bill that waits for a second person is called as its tag calls it', () => {
    for (const document of [`${bills}/10-read-a-bill.md`, `${bills}/20-confirm-bills.md`]) {
      expect(read(document)).toContain(`标注“${billApprovalNames.waiting}”`);
      expect(read(document)).not.toContain('等待复核');
    }
  });

  it('R10.12 what the title of a type of invoice needs is what an application asks for', () => {
    const types = `${folder}/60-benefits-invoice/40-invoice-types-and-reversal.md`;
    expect(read(types)).toContain(`| 对比项 | ${invoiceTypeNames.normal} | ${invoiceTypeNames.special} |`);
    expect(read(types)).toContain(`| 必填的抬头 | ${lacking('normal')} | ${lacking('special')} |`);
  });
});
