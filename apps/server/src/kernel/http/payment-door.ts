import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type ChannelName, isChannel } from '@ronghui/domain/intent/channel';
import type { FastifyInstance } from 'fastify';
import { readBody } from '#kernel/http/bodies/read-body';
import type { ResponseHeaders } from '#kernel/http/replies/headers';
import { sendText } from '#kernel/http/replies/send-file';
import { type NoticeHeaders, noticeSecret } from '#kernel/payment-port';
import type { Digests } from '#kernel/ports';
import { Refusal } from '#kernel/refusal';

/** Dependencies of the door. */
export interface PaymentDoorDeps {
  readonly headers: ResponseHeaders;
  readonly digests: Digests;
  callerOf(this: void, request: IncomingMessage): { readonly address: string };
  /** Stores a notice, and says what the channel hears; null where it is none. */
  takeNotice(
    this: void,
    channel: ChannelName,
    notice: { readonly headers: NoticeHeaders; readonly body: Buffer },
  ): Promise<{ readonly status: 200 | 204; readonly body: string } | null>;
}

/** A channel waits five seconds for an answer. */
const bounds = { maxBytes: 65_536, deadlineMs: 4000 };
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The channel that an address with a secret belongs to. A false secret is an unknown path. */
const channelOf = (digests: Digests, params: unknown): ChannelName => {
  const { channel, secret } = Object(params);
  const [name, typed] = [String(channel), String(secret)];
  if (!isChannel(name) || !timingSafeEqual(digestOf(typed), digestOf(noticeSecret(digests, name))))
    throw new Refusal('RHSY404');
  return name;
};

/** Where the channels report payments: `POST /callbacks/pay/{channel}/{secret}`. @source receipts 4.3, contract 7 */
export const openPaymentDoor = (
  app: FastifyInstance,
  { headers, digests, callerOf, takeNotice }: PaymentDoorDeps,
): void => {
  app.post('/callbacks/pay/:channel/:secret', async (request, reply) => {
    const channel = channelOf(digests, request.params);
    const body = await readBody(request.raw, bounds, callerOf(request.raw).address);
    const answer = await takeNotice(channel, { headers: request.headers, body });
    if (answer === null) throw new Refusal('RHSY400');
    if (answer.status === 200) {
      sendText(reply, { status: 200, type: 'text/plain; charset=utf-8', body: answer.body, headers: headers.api });
      return;
    }
    reply.hijack();
    reply.raw.writeHead(answer.status, [...headers.api]).end();
  });
};
