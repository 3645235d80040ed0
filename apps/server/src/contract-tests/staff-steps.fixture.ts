type Payload = Readonly<Record<string, unknown>>;

/** The changes of a colleague's account, and what each takes beside their id, the version and a proof. */
export const changesOfStaff: Readonly<Record<string, Payload>> = {
  update: { name: '李娜', roles: ['review'] },
  lock: { reason: '离岗' },
  unlock: {},
  resetPassword: {},
  resetTotp: {},
  endSessions: {},
};

/** What a review of a certification takes beside the submission. */
export const decisionOf: Readonly<Record<string, Payload>> = {
  approve: { version: 1 },
  reject: { version: 1, reasons: [{ field: 'uscc', reason: '与执照不符' }] },
  reveal: { field: 'legalIdNo' },
  download: { fileId: 'no-such-file' },
};

/** The steps of an order, and what each takes beside the order. */
export const stepsOfOrder: Readonly<Record<string, Payload>> = {
  detail: {},
  watch: {},
  review: { version: 1 },
  open: { version: 1 },
  checkPayment: { version: 1, outcome: 'accept' },
  reject: { version: 1, reason: '没有的订单' },
  refund: { version: 1, reason: '没有的订单' },
  terminate: { version: 1, reason: '没有的订单' },
  download: { fileId: 'no-such-file' },
};
