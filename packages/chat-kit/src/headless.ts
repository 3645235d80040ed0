export {
  type Confirmation,
  type ConfirmationPhase,
  type ConfirmationState,
  createConfirmation,
} from './headless/confirmation.ts';
export {
  askDisabled,
  type DisabledAnswer,
  type DisabledSource,
  type DisabledState,
  toDisabledState,
} from './headless/disabled-answer.ts';
export { createRateWindow, type RateVerdict, type RateWindow, type RateWindowOptions } from './headless/rate-window.ts';
