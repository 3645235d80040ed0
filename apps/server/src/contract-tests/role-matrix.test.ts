import { type OperationSpec, operations, type StaffRole } from '@ronghui/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { sampleOf } from '#kernel/testing/payload-samples';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

/*
 * The matrix as the contract's document and R6.1 say it, written here a second time: read from the code it would agree with any mistake.
 * `r` is the area's read key, `rw` both. An operation whose noun and verb do not say it stands among the exceptions.
 */
const areas = [
  'content',
  'customer',
  'order',
  'billing',
  'receipt',
  'feedback',
  'chat',
  'audit',
  'staff',
  'system',
] as const;
type Area = (typeof areas)[number];
const matrix: Readonly<Record<StaffRole, Readonly<Partial<Record<Area, 'r' | 'rw'>>>>> = {
  admin: {
    content: 'rw',
    customer: 'rw',
    order: 'rw',
    billing: 'rw',
    receipt: 'rw',
    feedback: 'rw',
    chat: 'rw',
    audit: 'rw',
    staff: 'rw',
    system: 'rw',
  },
  content: { content: 'rw' },
  review: { content: 'r', customer: 'rw', order: 'rw' },
  finance: { customer: 'r', order: 'rw', billing: 'rw', receipt: 'rw', feedback: 'rw' },
  support: { content: 'r', customer: 'r', order: 'r', billing: 'r', feedback: 'rw', chat: 'rw' },
};
const roles = ['admin', 'content', 'review', 'finance', 'support'] as const;

/** Whose business a noun is. */
const areaOfNoun: Readonly<Record<string, Area>> = {
  staff: 'staff',
  audit: 'audit',
  tenant: 'customer',
  account: 'customer',
  lead: 'customer',
  certification: 'customer',
  order: 'order',
  content: 'content',
  product: 'content',
  agreement: 'content',
  page: 'content',
  doc: 'content',
  behavior: 'content',
  site: 'content',
  stage: 'billing',
  org: 'billing',
  project: 'billing',
  feeRule: 'billing',
  lineImport: 'billing',
  bill: 'billing',
  invoice: 'billing',
  receipt: 'receipt',
  bankLine: 'receipt',
  intent: 'receipt',
  accountStatement: 'receipt',
  feedback: 'feedback',
  chat: 'chat',
  sender: 'system',
  maintenance: 'system',
  system: 'system',
};

/** The verbs that read. Any other writes. */
const readingVerbs = new Set([
  'page',
  'list',
  'detail',
  'get',
  'find',
  'watch',
  'download',
  'preview',
  'names',
  'mappings',
  'versions',
  'version',
  'generation',
  'check',
  'report',
  'toSettle',
  'toSettleSum',
  'lines',
  'fourEyes',
  'settings',
  'chain',
  'figures',
  'pages',
  'accounts',
  'proposals',
  'rules',
  'exact',
  'statements',
  'month',
  'months',
  'ratings',
  'comments',
  'misses',
  'queue',
  'history',
  'notes',
  'customer',
  'quickReplies',
  'search',
  'receptions',
  'duty',
]);

/** What noun and verb do not tell: the keys of which any is enough; none where everybody may, for their own account. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'ops.changePwd': [],
  'ops.logout': [],
  'ops.user.info': [],
  'ops.user.verify': [],
  'ops.user.safety': [],
  'ops.user.sessions': [],
  'ops.user.endSession': [],
  'ops.totp.begin': [],
  'ops.totp.confirm': [],
  'ops.totp.renewCodes': [],
  // How the robot's answers are rated is for those who write the documents.
  'ops.chat.answers': ['content.read'],
  'ops.chat.recalled': ['audit.read'],
  'ops.chat.exportReceptions': ['chat.read'],
  // Figures of each area, for those who may read its lists.
  'ops.business.orders': ['order.read'],
  'ops.business.bills': ['billing.read'],
  'ops.business.unpaid': ['billing.read'],
  'ops.business.certifications': ['customer.read'],
  'ops.business.leads': ['customer.read'],
  'ops.business.feedback': ['feedback.read'],
  'ops.desk.queues': [],
  'ops.desk.opening': [],
  'ops.desk.owner': ['customer.read', 'order.read', 'billing.read', 'feedback.read'],
  'ops.desk.colleagues': ['customer.read', 'order.read', 'billing.read', 'feedback.read'],
  'ops.desk.take': ['customer.write', 'order.write', 'billing.write', 'feedback.write'],
  'ops.desk.handOver': ['customer.write', 'order.write', 'billing.write', 'feedback.write'],
  'ops.desk.release': ['customer.write', 'order.write', 'billing.write', 'feedback.write'],
  // Documents of a person, unlike those of an order.
  'ops.certification.download': ['customer.write'],
  'ops.lead.export': ['customer.read'],
  'ops.accountStatement.export': ['receipt.read'],
  'ops.receipt.export': ['receipt.read'],
  'ops.lineImport.preview': ['billing.write'],
  // It would lock what an import locks.
  'ops.bankLine.preview': ['receipt.write'],
  // Rejecting is feedback's, amounts are billing's.
  'feedback.handle': ['feedback.write', 'billing.write'],
  'ops.feedback.release': ['billing.write'],
  'ops.feedback.sendBack': ['billing.write'],
  'ops.feedback.takeBack': ['billing.write'],
  'ops.feedback.setFourEyes': ['billing.write'],
  'ops.feedback.decideFourEyes': ['billing.write'],
};

const isOps = ([, spec]: readonly [string, OperationSpec]): boolean => spec.who === 'ops';
const ids = Object.entries<OperationSpec>(operations).filter(isOps);

/** The keys of which an operation asks any; undefined where the table knows no such noun. */
const needed = (id: string): readonly string[] | undefined => {
  const [, noun = '', verb = ''] = id.split('.');
  const area = areaOfNoun[noun];
  return exceptions[id] ?? (area && [`${area}.${readingVerbs.has(verb) ? 'read' : 'write'}`]);
};

const has = (role: StaffRole, key: string): boolean => {
  const area = areas.find((each) => key.startsWith(`${each}.`));
  const held = area && matrix[role][area];
  return held === 'rw' || (held === 'r' && key.endsWith('.read'));
};

/** A payload that no key of its own is asked for: what is taken is of a kind of the role's, and a feedback is rejected. */
const payloadOf = (id: string, spec: OperationSpec, role: StaffRole): Record<string, unknown> => {
  const { kid: _, ...payload } = Object(sampleOf(spec.request));
  if (id.startsWith('ops.desk.') && 'kind' in payload)
    return {
      ...payload,
      kind: has(role, 'customer.write') ? 'certification' : has(role, 'order.write') ? 'order' : 'feedback',
    };
  return id === 'feedback.handle' ? { ...payload, action: 'reject', reason: '不符' } : payload;
};

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('R6.1 R6.3 each role and each operation of the console', () => {
  it('R6.1 every operation of the console stands in the matrix', () => {
    expect(ids.filter(([id]) => needed(id) === undefined).map(([id]) => id)).toEqual([]);
    expect(Object.keys(exceptions).filter((id) => !(id in operations))).toEqual([]);
  });

  it.each(roles)('R6.3 %s calls what the matrix gives it, and is refused everything else', async (role) => {
    let entered: TestBrowser | undefined;
    let number = 0;
    const wrong: string[] = [];
    for (const [id, spec] of ids) {
      number += 1;
      entered ??= await enterStaff(app, `matrix.${role}.${number}`, { roles: [role] });
      const keys = needed(id) ?? [];
      const may = keys.length === 0 || keys.some((key) => has(role, key));
      const { status, body } = await entered.call(id, payloadOf(id, spec, role));
      const isRefused = status === 403 && body.errCode === 'RHSY403';
      if (status === 401 || status === 500 || isRefused === may) wrong.push(`${id}: ${status} ${body.errCode}`);
      // The session is over.
      if (id === 'ops.logout') entered = undefined;
    }
    expect(wrong).toEqual([]);
  });
});
