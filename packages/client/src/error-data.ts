import type { ErrCode, ErrorData } from '@ronghui/contract';
import { CallError, isRecord } from './call-error.ts';

/**
 * What the contract lets go with a code, out of a failed call; undefined for every other failure, and where an operation declares the code
 * alone.
 */
export const errorData = <Code extends ErrCode>(failure: unknown, code: Code): ErrorData<Code> | undefined =>
  failure instanceof CallError && failure.errCode === code && isRecord(failure.data)
    ? // The reply comes from a server of this contract.
      (failure.data as ErrorData<Code>)
    : undefined;
