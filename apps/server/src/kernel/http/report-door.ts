import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isSmsProvider, type SmsProvider } from '@ronghui/domain/sender/sms';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#kernel/database/db';
import { readBody } from '#kernel/http/bodies/read-body';
import type { ResponseHeaders } from '#kernel/http/replies/headers';
import { sendText } from '#kernel/http/replies/send-file';
import type { Digests } from '#kernel/ports';
import { Refusal } from '#kernel/refusal';
import { reportSecret, takeReports, thanks } from '#kernel/sending/reports';

/** Dependencies of the door. */
export interface ReportDoorDeps {
  readonly headers: ResponseHeaders;
  readonly database: Database;
  readonly digests: Digests;
  callerOf(this: void, request: IncomingMessage): { readonly address: string };
}

const bounds = { maxBytes: 262_144, deadlineMs: 10_000 };
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The provider that an address with a secret belongs to. A false secret is an unknown path. */
const providerOf = (digests: Digests, params: unknown): SmsProvider => {
  const { provider, secret } = Object(params);
  const [name, typed] = [String(provider), String(secret)];
  if (!isSmsProvider(name) || !timingSafeEqual(digestOf(typed), digestOf(reportSecret(digests, name))))
    throw new Refusal('RHSY404');
  return name;
};

/** Where the carriers report what became of a message: `POST /callbacks/sms/{provider}/{secret}`. @source running 2.4, contract 7 */
export const openReportDoor = (
  app: FastifyInstance,
  { headers, database, digests, callerOf }: ReportDoorDeps,
): void => {
  app.post('/callbacks/sms/:provider/:secret', async (request, reply) => {
    const provider = providerOf(digests, request.params);
    const body = await readBody(request.raw, bounds, callerOf(request.raw).address);
    if (!(await takeReports(database, provider, body))) throw new Refusal('RHSY400');
    sendText(reply, {
      status: 200,
      type: 'application/json; charset=utf-8',
      body: thanks[provider],
      headers: headers.api,
    });
  });
};
