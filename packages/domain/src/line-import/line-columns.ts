import {
  type HeadNames,
  isCurrencyHead,
  type MoneyUnit,
  moneyHeadFault,
  multiplierOfHead,
  preambleFault,
  takenColumn,
} from '../table.ts';

/** What a column of a file of lines can stand for. */
export const lineFields = [
  'tenant',
  'project',
  'product',
  'org',
  'loanNo',
  'occurredOn',
  'loanAmount',
  'quantity',
  'unit',
  'rate',
  'borrower',
  'correctsLineId',
] as const;
export type LineField = (typeof lineFields)[number];

/** Their names on screen and in reports. */
export const lineFieldNames: Readonly<Record<LineField, string>> = {
  tenant: '商户',
  project: '项目',
  product: '产品',
  org: '机构',
  loanNo: '业务编号',
  occurredOn: '业务日期',
  loanAmount: '金额',
  quantity: '数量',
  unit: '单位',
  rate: '费率或单价',
  borrower: '客户姓名',
  correctsLineId: '更正的明细',
};

/** What files call them. */
export const lineHeads: HeadNames<LineField> = {
  tenant: [
    '商户',
    '商户名称',
    '商户编号',
    '客户名称',
    '租户',
    '企业名称',
    '统一社会信用代码',
    'tenant',
    'tenantId',
    'merchant',
  ],
  project: ['项目', '项目名称', '项目编号', 'project', 'projectId'],
  product: ['产品', '产品名称', '产品编号', 'product', 'productId'],
  org: ['机构', '机构名称', '机构编号', '资金方', '放款机构', '合作机构', 'org', 'orgId'],
  loanNo: [
    '业务编号',
    '借据号',
    '借据编号',
    '贷款编号',
    '合同编号',
    // Of platforms' statements the merchant's own number, never the platform's.
    '商户订单号',
    '商户单号',
    '商家订单号',
    '业务凭证号',
    '订单号',
    '流水号',
    '单据号',
    '单据编号',
    '单号',
    '编号',
    'loanNo',
    'reference',
  ],
  occurredOn: [
    '业务日期',
    '放款日期',
    '放款时间',
    '发生日期',
    '交易日期',
    '交易时间',
    '记账日期',
    '交易日',
    '日期',
    'occurredOn',
    'transaction date',
    'date',
  ],
  loanAmount: ['金额', '放款金额', '贷款金额', '借款金额', '计费金额', '交易金额', '业务金额', 'loanAmount', 'amount'],
  quantity: ['数量', '笔数', '次数', '份数', 'quantity'],
  unit: ['单位', '计量单位', 'unit'],
  rate: ['费率', '服务费率', '单价', '费率或单价', 'rate'],
  borrower: ['客户姓名', '客户', '借款人', '借款人姓名', '持卡人', '姓名', 'borrower'],
  correctsLineId: ['更正的明细', '更正明细', '更正明细号', '原明细号', 'correctsLineId'],
};

/** Where a field's value comes from: a column (the first is 0), or one text for every row. */
export type ColumnSource =
  | {
      readonly column: number /** Of a column of amounts: what they are in; without it yuan. */;
      readonly unit?: MoneyUnit;
    }
  | { readonly value: string };

/** What the columns of a file stand for; what is not named is not read. */
export type ColumnMapping = Readonly<Partial<Record<LineField, ColumnSource>>>;

const required = ['tenant', 'project', 'product', 'org', 'loanNo', 'occurredOn'] as const;
/** What differs from row to row. */
const ofRow: ReadonlySet<LineField> = new Set(['loanNo', 'occurredOn', 'loanAmount', 'quantity', 'correctsLineId']);

/** Why a file cannot be read by a mapping, as a sentence with its field; null where it can. @source R5.5 */
export const mappingFault = (
  mapping: ColumnMapping,
): { readonly field: LineField; readonly message: string } | null => {
  for (const field of ofRow) {
    const source = mapping[field];
    if (source !== undefined && 'value' in source)
      return { field, message: `“${lineFieldNames[field]}”每行不同，请选择一列` };
  }
  const doubled = takenColumn(lineFields, (field) => {
    const source = mapping[field];
    return source !== undefined && 'column' in source ? source.column : undefined;
  });
  if (doubled !== null) {
    const { field, other } = doubled;
    return { field, message: `“${lineFieldNames[field]}”与“${lineFieldNames[other]}”选了同一列` };
  }
  for (const field of required) {
    if (mapping[field] === undefined) return { field, message: `请选择“${lineFieldNames[field]}”所在的列` };
  }
  if (mapping.loanAmount === undefined && mapping.quantity === undefined) {
    return { field: 'loanAmount', message: '请选择“金额”或“数量”所在的列' };
  }
  if (mapping.quantity !== undefined && mapping.unit === undefined) {
    return { field: 'unit', message: '按数量计费时，请选择“单位”所在的列，或填写一个单位' };
  }
  return null;
};

const onlyYuan = '明细只能是人民币金额';

/**
 * Why a mapping cannot be used on a file with this head; null where it can. What is in another currency is no yuan, and a count of ten thousands
 * or a price in fen is not what its cells say.
 *
 * @param preamble the rows above the head, which may name a currency or a unit for all of the file
 * @source R11.6
 */
export const lineHeadFault = (
  mapping: ColumnMapping,
  head: readonly string[],
  preamble: readonly (readonly string[])[] = [],
): { readonly field: LineField; readonly message: string } | null => {
  const nameOf = (field: LineField): string => {
    const source = mapping[field];
    return source !== undefined && 'column' in source ? (head[source.column] ?? '') : '';
  };
  const amount = moneyHeadFault(nameOf('loanAmount'), onlyYuan, head.some(isCurrencyHead));
  if (amount !== null) return { field: 'loanAmount', message: amount };
  for (const field of ['quantity', 'rate'] as const) {
    const name = nameOf(field);
    const word = multiplierOfHead(name);
    if (word !== null) return { field, message: `“${name.trim().slice(0, 40)}”以“${word}”计，请先换算` };
  }
  const above =
    mapping.loanAmount === undefined ? null : preambleFault(preamble, { only: onlyYuan, hasCurrencies: false });
  return above === null ? mappingFault(mapping) : { field: 'loanAmount', message: above };
};
