import {
  type LedgerField,
  type LedgerMapping,
  ledgerFields,
  ledgerHeadFault,
  ledgerHeads,
  recogniseLedger,
} from '../recon.ts';
import { type HeadNames, recogniseColumns, takenColumn } from '../table.ts';
import { type BankField, bankFieldNames, bankFields } from './bank-fields.ts';

type SharedField = Exclude<LedgerField, 'reference' | 'refund'>;
type OwnField = Exclude<BankField, SharedField>;

/** How a statement is read: its columns (the first is 0) and its formats. */
export interface BankMapping extends Omit<LedgerMapping, 'columns'> {
  readonly columns: Readonly<Partial<Record<BankField, number>>>;
}

/** What banks call the columns. 序号 is the number of a row, and 凭证号 that of a paper: neither is a serial. @source receipts 2.1 */
const ownHeads: HeadNames<OwnField | 'counterparty'> = {
  balance: ['余额', '账户余额', '联机余额', '本次余额', '交易后余额', '当前余额', 'balance'],
  serial: [
    '交易流水号',
    '银行流水号',
    '核心唯一流水号',
    '账户明细编号-交易流水号',
    '业务流水号',
    '核心流水号',
    '流水号',
    '日志号',
    '交易流水',
    'serial',
  ],
  counterparty: [
    '对方户名',
    '对方单位',
    '对方名称',
    '对方单位名称',
    '对方账户名',
    '对方账户名称',
    '对方账号名称',
    '付款人名称',
    '收/付方名称',
    '收（付）方名称',
    '对手信息',
  ],
  counterpartyAccount: [
    '对方账号',
    '对方账户',
    '对方卡号/账号',
    '对方卡号',
    '付款人账号',
    '收/付方账号',
    '收（付）方账号',
  ],
  counterpartyBank: ['对方开户行', '对方开户机构', '对方行名', '对方银行', '付款人开户行', '收/付方开户行'],
  remark: ['附言', '客户附言', '交易附言', '客户摘要', '备注', 'remark'],
  purpose: ['用途', '资金用途'],
  summary: ['摘要', '交易摘要', '交易类型', '交易名称'],
  time: ['交易时间', '记账时间', '时间'],
};

const shared: ReadonlySet<string> = new Set(bankFields);

/** What files call the columns. */
export const bankHeads: HeadNames<BankField> = (() => {
  const { reference: _, refund: __, ...heads } = ledgerHeads;
  return { ...heads, ...ownHeads };
})();

/** How a statement is read without help: what its head says, and what stands below it. @source receipts 2.1 */
export const recogniseBank = (
  head: readonly string[],
  around: Parameters<typeof recogniseLedger>[1] = {},
): BankMapping => {
  const { columns: found, ...formats } = recogniseLedger(head, around);
  const columns: Partial<Record<BankField, number>> = {};
  for (const [field, column] of Object.entries(found))
    if (shared.has(field) && field !== 'counterparty') columns[field as SharedField] = column;
  const taken = new Set(Object.values(columns));
  const own = recogniseColumns(head, ownHeads, (_, column) => !taken.has(column));
  return { columns: { ...columns, ...own }, ...formats };
};

/** What of a mapping any ledger has. */
export const ledgerPartOf = ({ columns, ...formats }: BankMapping): LedgerMapping => {
  const of: Partial<Record<LedgerField, number>> = {};
  for (const field of ledgerFields) {
    const column = field === 'reference' || field === 'refund' ? undefined : columns[field];
    if (column !== undefined) of[field] = column;
  }
  return { columns: of, ...formats };
};

/** Why a mapping cannot be used on a file with this head; null where it can. @source receipts 2.1 */
export const bankHeadFault = (
  mapping: BankMapping,
  head: readonly string[],
  preamble: readonly (readonly string[])[] = [],
): { readonly field: BankField; readonly message: string } | null => {
  const doubled = takenColumn(bankFields, (field) => mapping.columns[field]);
  if (doubled !== null) {
    const { field, other } = doubled;
    return { field, message: `“${bankFieldNames[field]}”与“${bankFieldNames[other]}”选了同一列` };
  }
  const fault = ledgerHeadFault(ledgerPartOf(mapping), head, preamble);
  if (fault === null) return null;
  const { field, message } = fault;
  return { field: field === 'reference' || field === 'refund' ? 'amount' : field, message };
};
