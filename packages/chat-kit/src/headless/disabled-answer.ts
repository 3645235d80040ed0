/** The result of a disabled check: a flag, or an object with a reason. */
export type DisabledAnswer = boolean | { disabled?: boolean | undefined; message: string };

/** How a caller states whether a button is disabled: a value, a function, or a promise. */
export type DisabledSource =
  | DisabledAnswer
  | PromiseLike<DisabledAnswer>
  | (() => DisabledAnswer | PromiseLike<DisabledAnswer>)
  | undefined;

/** A normalised result; `message` is shown while the button is disabled. */
export interface DisabledState {
  disabled: boolean;
  message?: string;
}

/**
 * Normalises a result. An object means disabled unless its own flag says otherwise; no result means enabled.
 *
 * @source R12.6
 */
export function toDisabledState(answer: DisabledAnswer | undefined): DisabledState {
  return answer && typeof answer === 'object'
    ? { disabled: answer.disabled !== false, message: answer.message }
    : { disabled: answer === true };
}

/**
 * Evaluates a source once.
 *
 * @reason failed  a function that throws or a promise that rejects disables the button, with `failedText` as the reason
 * @source R12.6
 */
export async function askDisabled(source: DisabledSource, failedText: string): Promise<DisabledState> {
  try {
    return toDisabledState(await (typeof source === 'function' ? source() : source));
  } catch {
    return { disabled: true, message: failedText };
  }
}
