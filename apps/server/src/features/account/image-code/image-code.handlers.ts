import { timingSafeEqual } from 'node:crypto';
import type { accountOperations } from '@ronghui/contract';
import {
  audioCodeAlphabet,
  imageCodeAlphabet,
  makeImageCode,
  normaliseImageCode,
} from '@ronghui/domain/pictures/image-code';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor, VisitorContext } from '#kernel/calls/context';
import { issueTicket } from '#kernel/calls/sessions/tickets';
import { renderImageCode } from './image-code-render.ts';

type ImageOperations = Pick<typeof accountOperations, 'user.generateImageCode' | 'user.verifyImageCode'>;

const minuteMs = 60_000;

/** The stored digest of a code; it is useless for another picture or session. */
const digestOf = ({ ports, session }: VisitorContext, imageId: string, code: string): Buffer =>
  ports.digests.of('imageCode', [imageId, session.sessionId, normaliseImageCode(code)].join('\n'));

const codeFor = ({ ports }: VisitorContext, kind: 'image' | 'audio'): string => {
  const alphabet = kind === 'audio' ? audioCodeAlphabet : imageCodeAlphabet;
  return ports.config.testImageCode ?? makeImageCode(alphabet, (bound) => Number(ports.ids.digits(9)) % bound);
};

/** Image codes, drawn or spoken: valid for two minutes and one try; a right answer is exchanged for a ticket that is used once (R5.3). */
export const imageCodeHandlers: HandlersFor<ImageOperations> = {
  'user.generateImageCode': async ({ kind = 'image' }, context) => {
    const { ports, address, fail } = context;
    const { imageCodesPerAddressPerMinute, imageCodeMinutes } = ports.limits;
    const share = { limit: imageCodesPerAddressPerMinute, windowMs: minuteMs };
    const retryAfter = await waitSecOf(ports.fast, `imageCode:${address}`, share);
    if (retryAfter > 0) return fail('tooOften', { retryAfter });
    const code = codeFor(context, kind);
    const image = await renderImageCode(kind, code, Number(ports.ids.digits(9)));
    const imageId = ports.ids.id();
    const digest = digestOf(context, imageId, code).toString('hex');
    await ports.fast.put(`imageCode:${imageId}`, digest, imageCodeMinutes * minuteMs);
    return { imageId, image };
  },

  'user.verifyImageCode': async ({ imageId, code, ...rest }, context) => {
    allTaken(rest);
    const { ports, session, fail } = context;
    const kept = await ports.fast.takeOnce(`imageCode:${imageId}`);
    const digest = digestOf(context, imageId, code);
    if (kept === null || !timingSafeEqual(Buffer.from(kept, 'hex'), digest)) return fail('wrongCode');
    const bond = { purpose: 'imageCode', sessionId: session.sessionId } as const;
    return { imageTicket: await issueTicket(ports, bond, ports.limits.imageCodeMinutes * minuteMs) };
  },
};
