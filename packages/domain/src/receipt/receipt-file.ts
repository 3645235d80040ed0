/** Files of receipts that staff save: the receipts of a filter (收款明细), and what their parts pay (认款明细) (R15.3, receipts 1.2). */
export const receiptFiles = ['receipts', 'applications'] as const;
/** One of them. */
export type ReceiptFile = (typeof receiptFiles)[number];

/** What they are called. */
export const receiptFileNames: Readonly<Record<ReceiptFile, string>> = {
  receipts: '收款明细',
  applications: '认款明细',
};

/** Where a part of a receipt stands. */
export const applicationStateNames = { applied: '已认', reversed: '已撤销', refunded: '已退款' } as const;
