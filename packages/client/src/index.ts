export { type BegunStart, beginReads, type Read, type TakeBegun } from './begun.ts';
export { CallError, type CallFailure, type FieldFault } from './call-error.ts';
export { callPath } from './call-path.ts';
export { chatSignature } from './chat-signature.ts';
export {
  type Call,
  type CallInput,
  type CallOptions,
  type CallReply,
  type Client,
  type ClientHooks,
  createClient,
  type Shown,
} from './client.ts';
export type { Door } from './doors.ts';
export { errorData } from './error-data.ts';
export { errorText, insecureText, type OwnText, ownTexts } from './error-text.ts';
export type { Download, Progress } from './files/download.ts';
export {
  type OpsStartUp,
  opsStartUp,
  portalStartUp,
  type SignedStart,
  type StartUp,
  type StartUpCall,
} from './key-ring.ts';
export { makeIdempotencyKey } from './payload.ts';
export { pauseBeforeRepeat, readRepeats } from './repetition.ts';
export { canSign, sha256OfFile } from './signing.ts';
export { staffText } from './staff-texts.ts';
