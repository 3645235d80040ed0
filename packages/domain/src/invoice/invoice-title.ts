import { isBankAccount } from './bank-account.ts';
import type { InvoiceType } from './invoice-status.ts';

/** Whom an invoice is made out to. Its fields are prefilled from the certification. */
export interface InvoiceTitle {
  readonly name: string;
  /** 纳税人识别号: the unified social credit code, or a number from before it. */
  readonly taxNo: string | null;
  readonly address: string | null;
  readonly phone: string | null;
  readonly bankName: string | null;
  readonly bankAccountNo: string | null;
}

/** A field of a title that is wrong, and what to do about it. */
export interface InvoiceTitleFault {
  readonly path: keyof InvoiceTitle;
  readonly message: string;
}

/** The number in capitals, half-width, without spaces. */
export const normaliseTaxNo = (typed: string): string => typed.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();

const labels: Readonly<Record<keyof InvoiceTitle, string>> = {
  name: '发票抬头',
  taxNo: '纳税人识别号',
  address: '注册地址',
  phone: '注册电话',
  bankName: '开户银行',
  bankAccountNo: '银行账号',
};

/** What a 数电专票 cannot do without. @source R10.12 */
const compulsory: Readonly<Record<InvoiceType, readonly (keyof InvoiceTitle)[]>> = {
  normal: ['name'],
  special: ['name', 'taxNo', 'address', 'bankName', 'bankAccountNo'],
};

const longest: Readonly<Record<keyof InvoiceTitle, number>> = {
  name: 100,
  taxNo: 20,
  address: 200,
  phone: 30,
  bankName: 100,
  bankAccountNo: 30,
};

const formFault = (path: keyof InvoiceTitle, value: string): string | null => {
  if (path === 'taxNo') return /^[0-9A-Z]{15,20}$/.test(value) ? null : '纳税人识别号应为 15 至 20 位数字或大写字母';
  if (path === 'bankAccountNo') return isBankAccount(value) ? null : '账号应为 8 至 30 位数字';
  if (path === 'phone') return /^[\d+ ()-]{5,30}$/.test(value) ? null : '请填写有效的电话';
  return [...value].length > longest[path] ? `${labels[path]}不能超过 ${longest[path]} 个字` : null;
};

/**
 * Everything that is wrong with a title for a type of invoice, in the order of its fields.
 *
 * @source R10.12
 */
export const invoiceTitleFaults = (title: InvoiceTitle, type: InvoiceType): readonly InvoiceTitleFault[] => {
  // Object.keys returns plain strings.
  const paths = Object.keys(labels) as readonly (keyof InvoiceTitle)[];
  return paths.flatMap((path) => {
    const value = title[path]?.trim() ?? '';
    if (value !== '') {
      const message = formFault(path, value);
      return message === null ? [] : [{ path, message }];
    }
    return compulsory[type].includes(path) ? [{ path, message: `请填写${labels[path]}` }] : [];
  });
};
