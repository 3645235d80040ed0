export type Payload = Readonly<Record<string, unknown>>;
export interface Otherwise {
  readonly payload: Payload;
  readonly answer: RegExp;
}

/** The changes of a user's account, and what each takes beside the id, the version, the reason and a proof. */
const changesOfAccount: Readonly<Record<string, Payload>> = {
  lock: {},
  unlock: {},
  endSessions: {},
  resetTotp: { proofSeen: '视频核对身份证' },
  changeMobile: { proofSeen: '视频核对身份证', mobile: '13700000001' },
};

/** The steps of a lead, and what each takes beside its number. */
const stepsOfLead: Readonly<Record<string, Payload>> = {
  detail: {},
  reveal: { field: 'mobile' },
  take: { version: 1 },
  assign: { version: 1, staffId: 'no-such-staff' },
  win: { version: 1, tenantId: 'no-such-tenant' },
  lose: { version: 1, reason: '没有的线索' },
  reopen: { version: 1 },
  undoWin: { version: 1, reason: '没有的线索' },
  note: { text: '没有的线索' },
  remind: { version: 1, on: null },
};

/** The ids of merchants, users and leads that staff ask for, and what each call takes beside the id. */
export const askedOfCustomers: Readonly<Record<string, Payload>> = {
  'ops.tenant.detail tenantId': {},
  ...Object.fromEntries(Object.entries(stepsOfLead).map(([step, more]) => [`ops.lead.${step} ticketNo`, more])),
  'ops.lead.assign staffId': { version: 1, ticketNo: 'no-such-lead' },
  'ops.lead.win tenantId': { version: 1, ticketNo: 'no-such-lead' },
  'ops.account.detail userId': {},
  'ops.account.reveal userId': { field: 'mobile' },
  ...Object.fromEntries(
    Object.entries(changesOfAccount).map(([step, more]) => [
      `ops.account.${step} userId`,
      { ...more, version: 1, reason: '核实', stepTicket: 'no-such-proof' },
    ]),
  ),
};

/** Those that are answered otherwise than by a 404: a proof that does not exist. */
export const otherwiseOfCustomers: Readonly<Record<string, Otherwise>> = Object.fromEntries(
  Object.entries(changesOfAccount).map(([step, more]) => [
    `ops.account.${step} stepTicket`,
    { payload: { ...more, version: 1, reason: '核实' }, answer: /RHAC003/ },
  ]),
);
