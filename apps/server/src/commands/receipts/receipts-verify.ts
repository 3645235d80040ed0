import { verifyMonths } from '#features/bank-line/month/verification';
import { verifyReceipts } from '#features/receipt/verification/verification';
import type { Database } from '#kernel/database/db';
import type { Printing } from '../end-command.ts';

/** Adds the rows of receipts up again, and names each that is not what they come to; all of them with the closed months, or those of some numbers. */
export const printVerifiedReceipts = async (
  database: Database,
  receiptNos: readonly string[],
  print: Printing,
): Promise<number> => {
  const { counted, faults } = await verifyReceipts(database.reading('service'), receiptNos);
  for (const { receipt_no, fault } of faults) print.err(`${receipt_no} ${fault}`);
  const wrong = new Set(faults.map(({ receipt_no }) => receipt_no)).size;
  const months = receiptNos.length > 0 ? { counted: 0, faults: [] } : await verifyMonths(database.reading('service'));
  for (const { month, fault } of months.faults) print.err(`${month} ${fault}`);
  const isMissing = counted < new Set(receiptNos).size;
  if (isMissing) print.err('有收款编号不存在');
  print.out(`已核对 ${counted} 笔收款，${wrong === 0 ? '全部一致' : `${wrong} 处有差异`}。`);
  if (months.counted > 0) {
    const differing = new Set(months.faults.map(({ month }) => month)).size;
    print.out(`已核对 ${months.counted} 个已月结的月份，${differing === 0 ? '全部一致' : `${differing} 个有差异`}。`);
  }
  return wrong === 0 && !isMissing && months.faults.length === 0 ? 0 : 1;
};
