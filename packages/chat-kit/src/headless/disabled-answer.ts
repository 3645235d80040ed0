/** What a disabled check may answer: a flag, or an object that says why. */
export type DisabledAnswer = boolean | { disabled?: boolean | undefined; message: string };

/** How a button may be told whether it is disabled: at once, by a function, or later. */
export type DisabledSource =
  | DisabledAnswer
  | PromiseLike<DisabledAnswer>
  | (() => DisabledAnswer | PromiseLike<DisabledAnswer>)
  | undefined;

/** A disabled answer in one shape; `message` is shown while the button is disabled. */
export interface DisabledState {
  disabled: boolean;
  message?: string;
}

/**
 * Brings an answer into one shape. An object means disabled unless its own flag says otherwise; no answer means enabled.
 *
 * @source R12.6
 */
export function toDisabledState(answer: DisabledAnswer | undefined): DisabledState {
  return answer && typeof answer === 'object'
    ? { disabled: answer.disabled !== false, message: answer.message }
    : { disabled: answer === true };
}

/**
 * Asks a source once.
 *
 * @reason failed  a function that throws and a promise that rejects disable the button, with `failedText` as the reason
 * @source R12.6
 */
export async function askDisabled(source: DisabledSource, failedText: string): Promise<DisabledState> {
  try {
    return toDisabledState(await (typeof source === 'function' ? source() : source));
  } catch {
    return { disabled: true, message: failedText };
  }
}
