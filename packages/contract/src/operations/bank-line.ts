import { bankFields, lineOrders } from '@ronghui/domain/bank-line';
import { lineNoteKinds } from '@ronghui/domain/bank-line/account-month';
import { dayOrders, ledgerSigns } from '@ronghui/domain/recon';
import { moneyUnits } from '@ronghui/domain/table';
import { invalid, storageDown } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import {
  count,
  cursorFields,
  cursorPageOf,
  day,
  fen,
  flag,
  id,
  isoTime,
  list,
  object,
  optional,
  text,
  uploadFields,
  whole,
  word,
} from '../shapes.ts';
import { rowChoices, tablePreview } from '../table-shapes.ts';
import { lineMatchOperations } from './bank-line/match.ts';
import { accountMonthOperations } from './bank-line/month.ts';

export { accountMonthOperations, lineMatchOperations };

/** What the columns of a statement stand for (the first is 0), with the file's own names, and its formats. */
const bankMapping = () =>
  object({
    columns: list(object({ field: word(bankFields), column: whole(0, 499), name: optional(text(200, { min: 0 })) }), {
      max: bankFields.length,
    }),
    sign: word(ledgerSigns),
    dayOrder: word(dayOrders),
    unit: word(moneyUnits),
    /** What a person has named of the values of the column of sides. */
    sides: optional(list(object({ value: text(40), side: word(['in', 'out', 'neutral']) }), { max: 20 })),
  });

/** The lines of a file: how many there are, and what they come to. */
const fileFields = {
  /** `partial`: only some lines of its days, in one direction, filtered or without balances. */
  order: word(lineOrders),
  openingAmount: optional(fen()),
  closingAmount: optional(fen()),
  firstOn: day(),
  lastOn: day(),
  lines: count(),
  inCount: count(),
  inAmount: fen({ min: 0 }),
  outCount: count(),
  outAmount: fen({ min: 0 }),
  /** Lines that no earlier file of the account had. */
  added: count(),
  /** Lines that earlier files had. */
  known: count(),
  /** Receipts that staff registered and that a line confirms, and those that are made of the other incoming lines. */
  confirmed: count(),
  receipts: count(),
};

/** Rows by which nothing of the file is taken in, the first of them. */
const refusedRows = () => list(object({ row: count(), reason: text(200) }), { max: 50 });

/** A file with the account that it is of. */
const fileAsked = {
  /** Ours: the one that merchants pay to, or one that statements were imported of. */
  ownAccount: text(40),
  choices: optional(rowChoices()),
  /** The file has only some lines of its days: its balances do not follow from each other. */
  isFiltered: optional(flag()),
  ...uploadFields,
};

/** Lines of the bank's statements (R15, receipts 2.1, 2.2). */
export const bankLineOperations = {
  ...lineMatchOperations,
  ...accountMonthOperations,
  'ops.bankLine.preview': operation({
    path: '/ftc/ops/bankLine/preview',
    summary: '预览银行流水：识别的列、前几行与导入后的结果',
    who: 'ops',
    keys: ['ops.receipt.write'],
    upload: true,
    largeUpload: true,
    request: object({ ...fileAsked, mapping: optional(bankMapping()) }),
    reply: object({
      ...tablePreview(bankFields),
      /** As given; otherwise as the last file of the account with these columns was read, or as recognised. */
      mapping: bankMapping(),
      /** The file that is followed. */
      recalledFrom: optional(text(120)),
      /** What an import would do; without it the columns have to be named first, or there is no line. */
      file: optional(object(fileFields)),
      refused: refusedRows(),
      refusedRows: count(),
    }),
    errors: { invalid, tooLarge: 'RHSY413', storage: storageDown },
  }),
  'ops.bankLine.import': operation({
    path: '/ftc/ops/bankLine/import',
    summary: '导入银行流水',
    who: 'ops',
    keys: ['ops.receipt.write'],
    writes: true,
    upload: true,
    largeUpload: true,
    /** All lines or none. Sent again it adds nothing: a line is taken in once. */
    request: object({ ...fileAsked, mapping: bankMapping() }),
    /** `statementNo` is absent where every line was known. */
    reply: object({ statementNo: optional(id()), ...fileFields }),
    errors: {
      invalid,
      refused: { code: 'RHRC002', data: object({ refused: refusedRows(), refusedRows: count() }) },
      tooLarge: 'RHSY413',
      storage: storageDown,
    },
  }),
  'ops.bankLine.accounts': operation({
    path: '/ftc/ops/bankLine/accounts',
    summary: '我方的收款账户',
    who: 'ops',
    keys: ['ops.receipt.read'],
    request: object({}),
    reply: object({
      items: list(object({ ownAccount: text(40), isPayee: flag(), lastOn: optional(day()) }), { max: 50 }),
    }),
  }),
  'ops.bankLine.statements': operation({
    path: '/ftc/ops/bankLine/statements',
    summary: '导入过的银行流水文件',
    who: 'ops',
    keys: ['ops.receipt.read'],
    request: object({ ownAccount: optional(text(40)), ...cursorFields }),
    reply: cursorPageOf(
      object({
        statementNo: id(),
        ownAccount: text(40),
        name: text(120),
        sha256: text(64),
        order: word(lineOrders),
        openingAmount: optional(fen()),
        closingAmount: optional(fen()),
        firstOn: day(),
        lastOn: day(),
        lines: count(),
        added: count(),
        inAmount: fen({ min: 0 }),
        outAmount: fen({ min: 0 }),
        importedBy: text(80, { min: 0 }),
        importedAt: isoTime(),
      }),
    ),
  }),
  'ops.bankLine.reveal': operation({
    path: '/ftc/ops/bankLine/reveal',
    summary: '查看一行流水的对方与附言',
    who: 'ops',
    keys: ['ops.receipt.write'],
    writes: true,
    request: object({ lineNo: whole(1, Number.MAX_SAFE_INTEGER) }),
    reply: object({
      counterparty: optional(text(80)),
      counterpartyAccount: optional(text(40)),
      counterpartyBank: optional(text(120)),
      remark: optional(text(500)),
    }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.bankLine.list': operation({
    path: '/ftc/ops/bankLine/list',
    summary: '银行流水的各行',
    who: 'ops',
    keys: ['ops.receipt.read'],
    /** The latest day first. */
    request: object({
      ownAccount: text(40),
      /** Lines of one direction alone. */
      direction: optional(word(['in', 'out'])),
      /** Those alone that have nowhere to go yet: neither applied nor explained, and of nobody known. */
      isOpen: optional(flag()),
      from: optional(day()),
      to: optional(day()),
      ...cursorFields,
    }),
    reply: cursorPageOf(
      object({
        lineNo: whole(1, Number.MAX_SAFE_INTEGER),
        bookedOn: day(),
        bookedTime: optional(text(5)),
        amount: fen(),
        balanceAmount: optional(fen()),
        serial: optional(text(64)),
        receiptNo: optional(id()),
        /** Of what came in: what of it is unapplied, and whose it is where that is known. */
        unappliedAmount: optional(fen({ min: 0 })),
        tenantName: optional(text(80, { min: 0 })),
        isOpen: flag(),
        /** What staff say that it is. */
        note: optional(
          object({
            kind: word(lineNoteKinds),
            text: optional(text(500)),
            owner: optional(text(80, { min: 0 })),
            by: text(80, { min: 0 }),
            at: isoTime(),
          }),
        ),
      }),
    ),
    errors: { invalid },
  }),
} satisfies Record<string, OperationSpec>;
