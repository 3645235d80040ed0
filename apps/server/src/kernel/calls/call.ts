import type { FileReply, OperationSpec } from '@ronghui/contract';
import type { Envelope } from '#kernel/calls/envelope/signature';
import type { PayloadRules } from '#kernel/calls/envelope/validation';
import type { ErrorDataFilter } from '#kernel/calls/replies/error-data';
import type { WireBytes } from '#kernel/calls/replies/wire-reply';
import type { CookieSite } from '#kernel/calls/sessions/cookies';

/** The file of a call, read while it arrives; its bytes are checked against `data` before the handler sees the end. */
export interface UploadedFile {
  readonly name: string;
  /** @unit bytes, as stated in `data` */
  readonly size: number;
  /** SHA-256 in lower-case hex, as stated in `data`. */
  readonly sha256: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** A handler as dispatch calls it; the registry erases the contract's types. */
export type AnyHandler = (input: never, context: never) => Promise<unknown>;

/** An operation ready to be called: declared, compiled, and with its handler. */
export interface Operation {
  readonly id: string;
  readonly spec: OperationSpec;
  readonly rules: PayloadRules;
  /** The reply's allow-list. */
  readonly filterReply: (value: unknown) => unknown;
  /** The same for the data of its errors. */
  readonly filterErrorData: ErrorDataFilter;
  readonly handler: AnyHandler;
}

/** What a door knows about a call before its body is read. */
export interface CallHead {
  readonly operation: Operation;
  /** The text that the signature covers as the operation: its id at the gateway, its path at the direct door. */
  readonly signedFor: string;
  readonly traceId: string;
  /** The counted address. */
  readonly address: string;
  readonly site: CookieSite;
  readonly cookie: string | undefined;
  readonly userAgent: string | undefined;
  /** The tenant whose data the page shows, where it says so. */
  readonly tenantId: string | undefined;
}

/** A complete call. */
export interface IncomingCall extends CallHead {
  readonly envelope: Envelope;
  readonly upload: UploadedFile | null;
}

/** The reply that the door writes. */
export interface CallReply {
  readonly status: number;
  readonly body: string | WireBytes | FileReply;
  readonly cookies: readonly string[];
  readonly retryAfterSec: number | undefined;
}
