import type { Static, TObject, TSchema } from 'typebox';
import type { AuthKey } from './auth-keys.ts';
import type { ErrCode } from './catalogue.ts';
import type { OpsAuthKey } from './ops-auth-keys.ts';

/** Who may call: anyone, a user of a tenant, the provider's staff. */
export type Who = 'visitor' | 'merchant' | 'ops';

/** Whose pages a call comes from: each has a cookie and signing keys of its own, and neither opens anything of the other (contract 1). */
export type Area = 'portal' | 'ops';

/** Who may call, and with which keys: any of them lets a caller in; the same keys guard the page (R6.3). */
type Guard =
  | {
      readonly who: 'visitor';
      readonly keys?: never;
      /** What the console calls before anyone is logged in. */
      readonly area?: 'ops';
    }
  | { readonly who: 'merchant'; readonly keys?: readonly AuthKey[]; readonly area?: never }
  | {
      readonly who: 'ops';
      readonly keys?: readonly OpsAuthKey[];
      readonly area?: never;
      /** Answers also before the member of staff has changed a one-time password and enrolled the second factor (R11.1). */
      readonly duringSetup?: true;
    };

/** What is declared of every operation, whoever may call it. */
interface OperationFacts {
  /** The direct door's path; the id is the gateway's (contract 1). */
  readonly path: string;
  /** One Chinese line for the API page. */
  readonly summary: string;
  /** Needs `idempotencyKey`; the first answer is given again (R4.12). */
  readonly idempotent?: true;
  /** Changes something: audited, never cached, and its session is read from the database. */
  readonly writes?: true;
  /** False for the start-up calls alone, which give out the key. */
  readonly signed?: false;
  /** Needs a place among the password hashes, taken before anything is decrypted (stack, password hash). */
  readonly admission?: 'password';
  /** The reply depends on published content and the payload alone, so that its bytes may be kept until the content changes. */
  readonly content?: true;
  /** A poll that must not keep a session alive (security 4.1). */
  readonly passive?: true;
  /** One file follows the fields (contract 1, upload). */
  readonly upload?: true;
  /** Belongs to the document centre: answers 404 while that is off (R2.6). */
  readonly docCenter?: true;
  readonly request: TObject;
  readonly reply: TSchema;
  /** Why it may fail, in words, and the code of each. A handler can fail for these alone. */
  readonly errors?: Readonly<Record<string, ErrCode>>;
}

/** A declared operation. Everything that server, client, documentation and tests need to know of it stands here once. */
export type OperationSpec = OperationFacts & Guard;

/** The area whose cookie and key an operation takes. */
export const areaOf = (spec: Pick<OperationSpec, 'who' | 'area'>): Area =>
  spec.who === 'ops' || spec.area === 'ops' ? 'ops' : 'portal';

/** Declares one operation; its literal types are kept, so that calls and handlers are typed from it. */
export const operation = <const S extends OperationSpec>(spec: S): S => spec;

/** What a caller sends, sealed fields as ciphertext, and what a handler sees, sealed fields as plain text. */
export type RequestOf<S extends OperationSpec> = Static<S['request']>;

/** What a handler returns and a caller receives as `data`. */
export type ReplyOf<S extends OperationSpec> = Static<S['reply']>;

/** The words a handler of this operation may fail with. */
export type ReasonOf<S extends OperationSpec> = S extends { readonly errors: infer E } ? keyof E & string : never;

/** The catalogue codes that this operation names. */
export type ErrCodeOf<S extends OperationSpec> = S extends { readonly errors: infer E } ? E[keyof E] & ErrCode : never;

/** Ends a handler for one of its declared reasons; `data` goes into the reply (such as `retryAfter` in seconds). */
export type Fail<Reason extends string> = (reason: Reason, data?: Readonly<Record<string, unknown>>) => never;

/** One handler: plain input, the server's context with this operation's `fail`, and the reply. */
export type Handler<S extends OperationSpec, Context> = (
  input: RequestOf<S>,
  context: Context & { readonly fail: Fail<ReasonOf<S>> },
) => Promise<ReplyOf<S>>;

/** A handler for each operation of a noun: a missing one, a wrong reply or an undeclared reason does not compile. */
export type HandlersFor<Operations extends Record<string, OperationSpec>, Context> = {
  readonly [Id in keyof Operations]: Handler<Operations[Id], Context>;
};
