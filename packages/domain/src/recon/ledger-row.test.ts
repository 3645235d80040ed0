import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LedgerMapping, ledgerMappingFault } from './ledger-columns.ts';
import { ledgerRowOf } from './ledger-row.ts';

const plain: LedgerMapping = {
  columns: { reference: 0, occurredOn: 1, amount: 2, counterparty: 3 },
  sign: 'asIs',
  dayOrder: 'ymd',
  unit: 'yuan',
};
const split: LedgerMapping = { ...plain, columns: { occurredOn: 0, amountIn: 1, amountOut: 2 } };
const flowing: LedgerMapping = { ...plain, columns: { occurredOn: 0, flow: 1, amount: 2 } };

const day = '2026-10-15';
const amountOf = (cells: readonly string[], mapping: LedgerMapping = plain) => {
  const read = ledgerRowOf(cells, mapping);
  return read.kind === 'row' ? read.row.amount : read;
};
/** `field: reason` of everything that is wrong with a row. */
const faultsOf = (cells: readonly string[], mapping: LedgerMapping = plain): readonly string[] => {
  const read = ledgerRowOf(cells, mapping);
  return read.kind === 'faulty' ? read.faults.map(({ field, reason }) => `${field}: ${reason}`) : [read.kind];
};

describe('R13.1 the amount of a row', () => {
  it.each([
    ['1234.5', 123_450],
    ['¥1,234.50', 123_450],
    ['￥1,234.50元', 123_450],
    ['`1234.50', 123_450],
    ['="1234.50"', 123_450],
    ['１，２３４．５０', 123_450],
    ['(1,234.50)', -123_450],
    ['（1,234.50）', -123_450],
    ['-1234.50', -123_450],
    ['1,234.50-', -123_450],
    ['+0.05', 5],
    ['-0.00', 0],
    ['\t 12.00 \t', 1200],
  ])('R13.1 %s is %i fen', (text, amount) => {
    expect(amountOf(['A', day, text])).toBe(amount);
    expect(amountOf(['A', day, text], { ...plain, sign: 'reversed' })).toBe(amount === 0 ? 0 : -amount);
  });

  it.each(['1.234', '1,23', '12a', '1.2.3', '99999999999999999'])('R13.1 %s is no amount', (text) => {
    expect(faultsOf(['A', day, text])).toEqual(['amount: 不是金额：应如 1,234.56，最多两位小数']);
  });

  it('R13.1 an amount in fen is whole', () => {
    const inFen: LedgerMapping = { ...plain, unit: 'fen' };
    expect(amountOf(['A', day, '1,234'], inFen)).toBe(1234);
    expect(amountOf(['A', day, '-5.00'], inFen)).toBe(-5);
    expect(faultsOf(['A', day, '12.5'], inFen)).toEqual(['amount: 不是以分为单位的金额：应为整数']);
  });

  it.each([
    ['5.00', '', 500],
    ['5.00', '0.00', 500],
    ['', '5.00', -500],
    ['', '-5.00', -500],
    ['0.00', '0.00', 0],
    ['5.00', '-2.00', 300],
  ])('R13.1 of two columns, %s in and %s out come to %i', (income, expense, amount) => {
    expect(amountOf([day, income, expense], split)).toBe(amount);
  });

  it('R13.1 of two columns at least one states an amount, and each that is wrong is named', () => {
    expect(faultsOf([day, '', ' '], split)).toEqual(['amountIn: 缺少金额']);
    expect(faultsOf([day, 'a', 'b'], split)).toEqual([
      'amountIn: 不是金额：应如 1,234.56，最多两位小数',
      'amountOut: 不是金额：应如 1,234.56，最多两位小数',
    ]);
    expect(faultsOf([day, ''], { ...split, columns: { occurredOn: 0, amountOut: 1 } })).toEqual([
      'amountOut: 缺少金额',
    ]);
  });

  it.each([
    ['收入', '5.00', 500],
    ['支出', '5.00', -500],
    // As in two columns: what goes out is written with a minus, or without.
    ['支出', '-5.00', -500],
    ['支出', '0.00', 0],
    ['贷', '5.00', 500],
    ['借', '5.00', -500],
  ])('R13.1 %s %s comes to %i', (flow, text, amount) => {
    expect(amountOf([day, flow, text], flowing)).toBe(amount);
  });

  it.each(['/', '不计收支', '其他', '中性交易'])('R13.1 a row of %s moves no money and is skipped', (flow) => {
    expect(ledgerRowOf([day, flow, '5.00'], flowing)).toMatchObject({ kind: 'left', reason: 'neutral', row: null });
  });

  it('R13.1 an amount that its formula could not calculate is not nothing', () => {
    const refunded: LedgerMapping = { ...flowing, columns: { occurredOn: 0, amount: 1, refund: 2 } };
    for (const error of ['#REF!', '#N/A', '#DIV/0!', '#VALUE!']) {
      expect(faultsOf([day, '0.00', error], split), error).toEqual([
        'amountOut: 不是金额：应如 1,234.56，最多两位小数',
      ]);
      expect(faultsOf([day, '100.00', error], refunded), error).toHaveLength(1);
    }
    expect(amountOf([day, '5.00', '-'], split)).toBe(500);
  });

  it('R13.1 another flow is a fault, and so is none', () => {
    // A stroke may be the minus of what goes out, whose plus comes later in the file.
    for (const word of ['转账', '-'])
      expect(faultsOf([day, word, '5.00'], flowing), word).toEqual(['flow: 不知道是收入还是支出：请指定这个值']);
    expect(faultsOf([day, '', '5.00'], flowing)).toEqual(['flow: 缺少收/支']);
    expect(faultsOf([day, '收入', ''], flowing)).toEqual(['amount: 缺少金额']);
  });

  it('R13.1 amounts beyond the bound of one, or what can be counted with, are a fault, no failure', () => {
    const [most, above] = ['10,000,000,000.00', '10,000,000,000.01'];
    const tooLarge = '超过一笔账的上限 ¥10,000,000,000.00，请检查所选的列与金额单位';
    expect(faultsOf(['A', day, most])).toEqual(['row']);
    expect(faultsOf(['A', day, `-${most}`])).toEqual(['row']);
    for (const text of [above, `-${above}`, '90,071,992,547,409.91', '9999999999999']) {
      expect(faultsOf(['A', day, text])).toEqual([`amount: ${tooLarge}`]);
    }
    expect(faultsOf([day, `-${most}`, most], split)).toEqual([`amountIn: ${tooLarge}`]);
    expect(faultsOf(['A', day, '190,071,992,547,409.91'])).toEqual(['amount: 不是金额：应如 1,234.56，最多两位小数']);
  });
});

describe('R13.1 the day of a row', () => {
  it.each([
    ['ymd', '2026/1/2', '2026-01-02'],
    ['ymd', '20260102', '2026-01-02'],
    ['ymd', '`2026-01-02 10:20:30', '2026-01-02'],
    ['ymd', '2026年1月2日', '2026-01-02'],
    ['dmy', '2/1/2026', '2026-01-02'],
    ['dmy', '31.12.2026 10:20', '2026-12-31'],
    ['mdy', '1/2/2026', '2026-01-02'],
    ['mdy', '12-31-2026', '2026-12-31'],
    ['mdy', '2026-01-02', '2026-01-02'],
  ] as const)('R13.1 %s: %s is %s', (dayOrder, text, occurredOn) => {
    expect(ledgerRowOf(['A', text, '1'], { ...plain, dayOrder })).toMatchObject({ row: { occurredOn } });
  });

  it.each([
    ['ymd', '2/1/2026'],
    ['dmy', '12/31/2026'],
    ['mdy', '31/12/2026'],
    ['ymd', '2026-02-30'],
    ['ymd', '1999-12-31'],
    ['dmy', '1/2/26'],
    ['ymd', '昨天'],
  ] as const)('R13.1 %s: %s is no day', (dayOrder, text) => {
    expect(faultsOf(['A', text, '1'], { ...plain, dayOrder })).toEqual(['occurredOn: 不是日期：应如 2026-11-20']);
  });
});

describe('R13.1 the texts of a row', () => {
  it('R13.1 an empty reference is none, and a row may be short', () => {
    expect(ledgerRowOf(['', day, '1'], plain)).toEqual({
      kind: 'row',
      row: { reference: null, counterparty: null, amount: 100, occurredOn: day },
      written: [100, 0],
    });
  });

  it('R13.1 everything that is wrong is named at once', () => {
    expect(faultsOf([])).toEqual(['occurredOn: 缺少日期', 'amount: 缺少金额']);
    expect(faultsOf(['=1', 'x', 'y', '@z'])).toEqual([
      'reference: 是公式，请改为数值或文字',
      'counterparty: 是公式，请改为数值或文字',
      'occurredOn: 不是日期：应如 2026-11-20',
      'amount: 不是金额：应如 1,234.56，最多两位小数',
    ]);
  });

  it.each(['=1+1', '＝1', '@SUM(A1)', '+cmd|calc', '-cmd'])(
    'security 4.8 %s is a formula wherever it stands',
    (text) => {
      const reason = '是公式，请改为数值或文字';
      expect(faultsOf([text, day, '1'])).toEqual([`reference: ${reason}`]);
      expect(faultsOf(['A', text, '1'])).toEqual([`occurredOn: ${reason}`]);
      expect(faultsOf(['A', day, text])).toEqual([`amount: ${reason}`]);
      expect(faultsOf(['A', day, '1', text])).toEqual([`counterparty: ${reason}`]);
    },
  );

  it.each(['a\u0000b', 'a\nb', 'a\u007fb', 'a\ud800b'])('security 4.8 %j cannot be shown', (text) => {
    expect(faultsOf([text, day, '1'])).toEqual(['reference: 含有不能显示的字符']);
  });

  it('R13.1 lengths are counted in characters', () => {
    expect(faultsOf(['😀'.repeat(64), day, '1', '某'.repeat(80)])).toEqual(['row']);
    expect(faultsOf(['A'.repeat(65), day, '1', '某'.repeat(81)])).toEqual([
      'reference: 超过 64 个字',
      'counterparty: 超过 80 个字',
    ]);
  });

  it('R13.1 columns that are not chosen do not matter', () => {
    expect(faultsOf(['A', day, '1', '某', '=HYPERLINK()', '\0'])).toEqual(['row']);
  });
});

describe('R13.1 a mapping', () => {
  it.each<[LedgerMapping['columns'], string, string]>([
    [{ amount: 0 }, 'occurredOn', '请选择“日期”所在的列'],
    [{ occurredOn: 0 }, 'amount', '请选择“金额”所在的列'],
    [{ occurredOn: 0, amount: 0 }, 'amount', '“金额”与“日期”选了同一列'],
    [{ occurredOn: 0, amount: 1, amountIn: 2 }, 'amount', '“金额”与收入、支出金额只能选一种'],
    [{ occurredOn: 0, amountIn: 1, flow: 2 }, 'flow', '已分收入与支出两列，不用再选“收/支”'],
  ])('R5.5 %j names %s', (columns, field, message) => {
    expect(ledgerMappingFault({ ...plain, columns })).toEqual({ field, message });
  });

  it('R13.1 one column of two is enough, and a reference is not needed', () => {
    for (const { columns } of [plain, split, flowing]) expect(ledgerMappingFault({ ...plain, columns })).toBeNull();
    expect(ledgerMappingFault({ ...plain, columns: { occurredOn: 0, amountOut: 1 } })).toBeNull();
  });
});

it('R13.1 a row that is written from any amount and day is read back', () => {
  const fens = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
  const days = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const ways = {
    sign: fc.constantFrom('asIs' as const, 'reversed' as const),
    dayOrder: fc.constantFrom('ymd' as const, 'dmy' as const, 'mdy' as const),
    unit: fc.constantFrom('yuan' as const, 'fen' as const),
    way: fc.constantFrom('minus', 'brackets', 'flow', 'split'),
    isGrouped: fc.boolean(),
  };
  fc.assert(
    fc.property(fens, days, fc.record(ways), (fens, occurredOn, { sign, dayOrder, unit, way, isGrouped }) => {
      const value = BigInt(fens < 0 ? -fens : fens);
      const whole = unit === 'fen' ? value : value / 100n;
      const text = `${isGrouped ? whole.toLocaleString('en-US') : whole}${unit === 'fen' ? '' : `.${String(value % 100n).padStart(2, '0')}`}`;
      const [year, month, date] = occurredOn.split('-');
      const dayText = { ymd: occurredOn, dmy: `${date}/${month}/${year}`, mdy: `${month}/${date}/${year}` }[dayOrder];
      const [columns, cells] = {
        minus: [{ amount: 1 }, [fens < 0 ? `-${text}` : text]] as const,
        brackets: [{ amount: 1 }, [fens < 0 ? `(${text})` : text]] as const,
        flow: [{ amount: 1, flow: 2 }, [text, fens < 0 ? '支出' : '收入']] as const,
        split: [{ amountIn: 1, amountOut: 2 }, fens < 0 ? ['', text] : [text, '']] as const,
      }[way] ?? [{}, []];
      const mapping: LedgerMapping = { columns: { occurredOn: 0, ...columns }, sign, dayOrder, unit };
      const amount = sign === 'reversed' && fens !== 0 ? -fens : fens;
      expect(ledgerRowOf([dayText, ...cells], mapping)).toMatchObject({
        kind: 'row',
        row: { reference: null, counterparty: null, amount, occurredOn },
      });
    }),
  );
});
