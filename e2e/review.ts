import { textIn } from './signed-calls.ts';
import { enterReviewer, newKey, type StaffCall } from './staff.ts';

/** Where a test's merchant is: the server of its worker, or one of its own. */
export interface ReviewedServer {
  readonly url?: string;
  readonly dataDir: string;
}

/** The address of a server. */
export const addressOf = ({ url = '' }: ReviewedServer): string => (url === '' ? (process.env['E2E_URL'] ?? '') : url);

const staffOf = (server: ReviewedServer): Promise<StaffCall> =>
  enterReviewer({ url: addressOf(server), dataDir: server.dataDir });

/** The server of the worker. */
export const sharedServer = (): ReviewedServer => ({ dataDir: process.env['E2E_DATA_DIR'] ?? '' });

/** The number of the submission that waits with a company code. */
export const numberOf = async (server: ReviewedServer, code: string): Promise<string> => {
  const { items } = await (await staffOf(server))('ops.certification.page', { keyword: code });
  return Array.isArray(items) && items.length === 1 ? textIn(items[0], 'submissionNo') : 'none';
};

const decide = async (
  server: ReviewedServer,
  operation: string,
  { submissionNo, ...more }: { readonly submissionNo: string; readonly reasons?: readonly unknown[] },
): Promise<string> => {
  const staff = await staffOf(server);
  const { version } = await staff('ops.certification.detail', { submissionNo });
  const asked = { submissionNo, version, idempotencyKey: newKey(), ...more };
  return textIn(await staff(operation, asked), 'status');
};

/** Passes a certification as staff do; returns its status. */
export const approveCertification = (server: ReviewedServer, submissionNo: string): Promise<string> =>
  decide(server, 'ops.certification.approve', { submissionNo });

/** Sends a certification back with a reason for each field. */
export const rejectCertification = (
  server: ReviewedServer,
  submissionNo: string,
  reasons: Readonly<Record<string, string>>,
): Promise<string> =>
  decide(server, 'ops.certification.reject', {
    submissionNo,
    reasons: Object.entries(reasons).map(([field, reason]) => ({ field, reason })),
  });

const orderSteps = {
  approve: ['ops.order.review', {}],
  acceptPayment: ['ops.order.checkPayment', { outcome: 'accept' }],
  sendBackPayment: ['ops.order.checkPayment', { outcome: 'sendBack' }],
  activate: ['ops.order.open', {}],
  refund: ['ops.order.refund', {}],
} as const;

/** Takes a step of an order as staff do; returns its status. */
export const stepOrder = async (
  server: ReviewedServer,
  step: keyof typeof orderSteps,
  { orderNo, ...reason }: { readonly orderNo: string; readonly reason?: string },
): Promise<string> => {
  const staff = await staffOf(server);
  const [operation, more] = orderSteps[step];
  const { version } = await staff('ops.order.detail', { orderNo });
  return textIn(await staff(operation, { orderNo, version, idempotencyKey: newKey(), ...more, ...reason }), 'status');
};
