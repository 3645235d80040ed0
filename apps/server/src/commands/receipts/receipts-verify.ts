import { verifyReceipts } from '#features/receipt/verification/verification';
import type { Database } from '#kernel/database/db';
import type { Printing } from '../end-command.ts';

/** Adds the rows of receipts up again, and names each that is not what they come to; all of them, or those of some numbers. */
export const printVerifiedReceipts = async (
  database: Database,
  receiptNos: readonly string[],
  print: Printing,
): Promise<number> => {
  const { counted, faults } = await verifyReceipts(database.reading('service'), receiptNos);
  for (const { receipt_no, fault } of faults) print.err(`${receipt_no} ${fault}`);
  const wrong = new Set(faults.map(({ receipt_no }) => receipt_no)).size;
  const isMissing = counted < new Set(receiptNos).size;
  if (isMissing) print.err('有收款编号不存在');
  print.out(`已核对 ${counted} 笔收款，${wrong === 0 ? '全部一致' : `${wrong} 处有差异`}。`);
  return wrong === 0 && !isMissing ? 0 : 1;
};
