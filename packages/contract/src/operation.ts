import type { Static, TObject, TSchema } from 'typebox';
import type { AuthKey } from './auth-keys.ts';
import type { ErrCode } from './catalogue.ts';
import type { OpsAuthKey } from './ops-auth-keys.ts';

/** Who may call: anyone, a user of a tenant, the provider's staff. */
export type Who = 'visitor' | 'merchant' | 'ops';

/**
 * The record that a step is taken with, as the trail names it: by fields of the request, joined by a colon, or by a name where there is one record
 * alone; of a tenant by the tenant.
 */
export type StepRecord =
  | { readonly fields: readonly [string, ...string[]] }
  | { readonly name: string }
  | { readonly tenant: true };

/** An error with facts in the reply's `data`, such as `retryAfter`. */
export interface ErrorWithData {
  readonly code: ErrCode;
  readonly data: TObject;
  /** Of a step that came second: dispatch adds who took the newest step with this record, so that handlers give no data. */
  readonly record?: StepRecord;
}

/** An error of a step that came second. @source R4.12, decision 0158 */
export interface RacedError extends ErrorWithData {
  readonly record: StepRecord;
}

/** Reasons and their errors: only the code for an error without data. */
export type DeclaredErrors = Readonly<Record<string, ErrCode | ErrorWithData>>;

/** The area whose pages make a call. Each has its own cookie and signing keys, which the other refuses (contract 1). */
export type Area = 'portal' | 'ops';

/** Who may call, and with which keys: a caller needs one of them; the same keys guard the page (R6.3). */
type Guard =
  | {
      readonly who: 'visitor';
      readonly keys?: never;
      /** Operations that the console calls before the login. */
      readonly area?: 'ops';
    }
  | { readonly who: 'merchant'; readonly keys?: readonly AuthKey[]; readonly area?: never }
  | {
      readonly who: 'ops';
      readonly keys?: readonly OpsAuthKey[];
      readonly area?: never;
      /** Allowed before the member of staff has changed a one-time password and enrolled the second factor (R11.1). */
      readonly duringSetup?: true;
    };

/** The part of a declaration that every operation has. */
interface OperationFacts {
  /** The direct door's path; the id is the gateway's (contract 1). */
  readonly path: string;
  /** One Chinese line for the API page. */
  readonly summary: string;
  /** Needs `idempotencyKey`, which an upload may leave out; a repeated call gets the first answer (R4.12). */
  readonly idempotent?: true;
  /** Changes something: audited, never cached, and its session is read from the database. */
  readonly writes?: true;
  /** False only for the start-up calls, which return the key. */
  readonly signed?: false;
  /** Hashes passwords: it needs admission before anything is decrypted (stack, password hash). */
  readonly admission?: 'password';
  /** The reply depends only on published content and the payload, so its bytes can be cached until the content changes. */
  readonly content?: true;
  /** Answers at the chat gateway alone, in its envelope; others at the gateway and by their path (contract 6). */
  readonly door?: 'chat';
  /** A poll that must not keep a session alive (security 4.1). */
  readonly passive?: true;
  /** The reply has a secret that is shown once: what is kept of it for a repeated call is sealed. */
  readonly secretReply?: true;
  /** One file follows the fields (contract 1, upload). */
  readonly upload?: true;
  /** An upload of a table of lines or of a ledger: as large as `ledgerMegabytes`. */
  readonly largeUpload?: true;
  /** A write that goes on while the site is read-only for merchants and visitors: to come in and to go out (running 6.5); of codes those of these scenes. */
  readonly whileReadOnly?: true | { readonly scenes: readonly string[] };
  /** Belongs to the document centre: answers 404 while that is off (R2.6). */
  readonly docCenter?: true;
  /** For certified tenants: answers RHCE002 to others (R4.13). */
  readonly certified?: true;
  readonly request: TObject;
  readonly reply: TSchema;
  /** The reasons for which it may fail, each with its code and the shape of its data. A handler can fail only with these. */
  readonly errors?: DeclaredErrors;
}

/** A declared operation: the single source for server, client, documentation and tests. */
export type OperationSpec = OperationFacts & Guard;

/** The area whose cookie and key an operation needs. */
export const areaOf = (spec: Pick<OperationSpec, 'who' | 'area'>): Area =>
  spec.who === 'ops' || spec.area === 'ops' ? 'ops' : 'portal';

/** Declares an operation; its literal types are kept, so that calls and handlers are typed from it. */
export const operation = <const S extends OperationSpec>(spec: S): S => spec;

/** The payload that a caller sends, with sealed fields as ciphertext, and that a handler sees, with sealed fields as plain text. */
export type RequestOf<S extends OperationSpec> = Static<S['request']>;

/** What a handler returns and a caller receives as `data`. */
export type ReplyOf<S extends OperationSpec> = Static<S['reply']>;

/** The errors that this operation declares. */
export type ErrorsOf<S extends OperationSpec> = S extends { readonly errors: infer E extends DeclaredErrors }
  ? E
  : Record<never, ErrCode>;

/** The reasons with which a handler of this operation may fail. */
export type ReasonOf<S extends OperationSpec> = keyof ErrorsOf<S> & string;

type CodeOf<E> = E extends ErrorWithData ? E['code'] : E extends ErrCode ? E : never;

/** What `certified` answers to a tenant that is not. @source R4.13 */
const notCertified = 'RHCE002' as const satisfies ErrCode;

/** The catalogue codes that this operation names, or answers by its declaration. */
export type ErrCodeOf<S extends OperationSpec> =
  | CodeOf<ErrorsOf<S>[keyof ErrorsOf<S>]>
  | (S extends { readonly certified: true } ? typeof notCertified : never);

type DataWith<E, Code extends ErrCode> = E extends { readonly code: Code; readonly data: infer D extends TObject }
  ? Static<D>
  : never;

/** The shape of a code's data in a reply of this operation; never for a code without data. */
export type ErrorDataOf<S extends OperationSpec, Code extends ErrCode> = DataWith<ErrorsOf<S>[keyof ErrorsOf<S>], Code>;

/** The catalogue codes that an operation declares, each once. */
export const codesOf = ({ errors = {}, certified }: OperationSpec): readonly ErrCode[] => [
  ...new Set<ErrCode>([
    ...(certified === true ? [notCertified] : []),
    ...Object.values(errors).map((error) => (typeof error === 'string' ? error : error.code)),
  ]),
];

type PlainReason<E extends DeclaredErrors> = {
  [R in keyof E & string]: E[R] extends RacedError ? R : E[R] extends ErrorWithData ? never : R;
}[keyof E & string];
type DataOf<E> = E extends ErrorWithData ? Static<E['data']> : never;

/** The refused outcome of a decision, with the reasons of an operation that declares these errors. */
export type Refused<E extends DeclaredErrors> =
  | { readonly ok: false; readonly reason: PlainReason<E>; readonly data?: undefined }
  | {
      [R in Exclude<keyof E & string, PlainReason<E>>]: {
        readonly ok: false;
        readonly reason: R;
        readonly data: DataOf<E[R]>;
      };
    }[Exclude<keyof E & string, PlainReason<E>>];

type Why<E extends DeclaredErrors> =
  | [reason: PlainReason<E>]
  | [outcome: Refused<E>]
  | {
      [R in Exclude<keyof E & string, PlainReason<E>>]: [reason: R, data: DataOf<E[R]>];
    }[Exclude<keyof E & string, PlainReason<E>>];

/**
 * Ends a handler with one of its declared reasons and the declared data, or with a refused outcome.
 * `retryAfter` in the data becomes the Retry-After header too. @unit retryAfter seconds
 */
export type Fail<E extends DeclaredErrors> = (...why: Why<E>) => never;

/** One handler: plain input, the server's context with this operation's `fail`, and the reply. */
export type Handler<S extends OperationSpec, Context> = (
  input: RequestOf<S>,
  context: Context & { readonly fail: Fail<ErrorsOf<S>> },
) => Promise<ReplyOf<S>>;

/** A handler for each operation of a noun: a missing one, a wrong reply or an undeclared reason does not compile. */
export type HandlersFor<Operations extends Record<string, OperationSpec>, Context> = {
  readonly [Id in keyof Operations]: Handler<Operations[Id], Context>;
};
