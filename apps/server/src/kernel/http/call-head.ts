import type { IncomingMessage } from 'node:http';
import { areaOf } from '@ronghui/contract';
import { tenantHeader } from '@ronghui/contract/wire';
import type { AddressLimit } from '#kernel/calls/admission/address-limits';
import type { CallHead, Operation } from '#kernel/calls/call';
import type { CallOrigin } from '#kernel/calls/envelope/origin';
import { createSiteOf } from '#kernel/calls/sessions/cookies';
import { isFormType } from '#kernel/http/bodies/form';
import { isUploadType } from '#kernel/http/bodies/upload';
import type { Caller } from '#kernel/http/client-address';
import type { Shedding } from '#kernel/http/shedding';
import type { Metrics } from '#kernel/observe/metrics';
import { Refusal } from '#kernel/refusal';

/** Dependencies of the check of a call's head. */
export interface CallHeadDeps {
  readonly metrics: Metrics;
  readonly shedding: Shedding;
  readonly production: boolean;
  callerOf(request: IncomingMessage): Caller;
  /** Whether calls of ops may come from this client's address. */
  mayEnterOps(request: IncomingMessage): boolean;
  checkOrigin(origin: CallOrigin): void;
  readonly checkAddress: AddressLimit;
}

/** What a door has found out from a request's first line. */
interface Addressed {
  readonly operation: Operation | undefined;
  readonly signedFor: string;
  readonly traceId: string;
  /** Whether a Content-Type is the door's, where it takes no form. */
  readonly isType?: (contentType: string | undefined) => boolean;
}

/** Reads the head of a call; throws the refusal of a call that need not be read. */
export type CallHeadOf = (request: IncomingMessage, addressed: Addressed) => CallHead | Promise<CallHead>;

const oneOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

/** Refuses calls while the process is overloaded (security 4.14). */
export const refuseWhenBusy = ({ shedding, metrics }: Pick<CallHeadDeps, 'shedding' | 'metrics'>): void => {
  if (!shedding.isOverloaded()) return;
  metrics.countShed();
  throw new Refusal('OPSB0001', undefined, 1);
};

/** Decides everything that is possible before a call's body is read: load, operation, origin, address, type (house 5, dispatch). */
export const createCallHeadOf = (deps: CallHeadDeps): CallHeadOf => {
  const siteOf = createSiteOf(deps.production);
  return (request, { operation, signedFor, traceId, isType = isFormType }) => {
    refuseWhenBusy(deps);
    if (operation === undefined) throw new Refusal('RHSY404');
    if (areaOf(operation.spec) === 'ops' && !deps.mayEnterOps(request)) throw new Refusal('RHSY403');
    const { headers } = request;
    const { address, https } = deps.callerOf(request);
    const { origin, host } = headers;
    deps.checkOrigin({ secFetchSite: oneOf(headers['sec-fetch-site']), origin, host, https });
    const counted = deps.checkAddress(address);
    const read = (): CallHead => {
      const type = headers['content-type'];
      const isRight = operation.spec.upload === true ? isUploadType(type) : isType(type);
      if (!isRight) throw new Refusal('RHSY400');
      return {
        operation,
        signedFor,
        traceId,
        address,
        site: siteOf(https, headers.host),
        cookie: headers.cookie,
        userAgent: headers['user-agent'],
        tenantId: oneOf(headers[tenantHeader]),
      };
    };
    return counted === undefined ? read() : counted.then(read);
  };
};
