'use client';

import {
  type ButtonHTMLAttributes,
  type ForwardedRef,
  forwardRef,
  type JSX,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react';
import type { DisabledSource } from '../headless/disabled-answer.ts';
import { createRateWindow, type RateWindow } from '../headless/rate-window.ts';
import { HintBubble } from './hint-bubble.tsx';
import { useDisabledState } from './use-disabled-state.ts';
import { useForwarded } from './use-forwarded.ts';
import { useRemainingSec } from './use-remaining-sec.ts';

/** The colour of a warning, passed to a custom warning too. */
export type WarningType = 'warning' | 'info' | 'error' | 'success';

/** The warning for a click while the window is closed. */
export interface Warning {
  type: WarningType;
  text: string;
}

/** Properties of `RateLimitedButton`; other button attributes are passed on. */
export interface RateLimitedButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'disabled' | 'onClick'> {
  /** Length of the window in seconds; 0 disables it. A new length starts with an open window. */
  seconds: number;
  /** Called for an admitted click. If it returns `false`, or its promise resolves with `false` or rejects, the window opens again. */
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
  /** A flag, a function, or a promise of a boolean or of an object whose message is shown while disabled. */
  disabled?: DisabledSource;
  /** The warning for a click while the window is closed; `false` suppresses it. */
  warning?: string | ((seconds: number, remainingSec: number) => string) | false;
  /** Colour of the warning; default `warning`. */
  warningType?: WarningType;
  /** Replaces the kit's warning bubble. */
  onWarn?: ((warning: Warning) => void) | undefined;
  /** A rate window of your own, shared by several buttons or kept across mounts; its own length applies. */
  rateWindow?: RateWindow | undefined;
  /** `none` removes the kit's styling. */
  variant?: 'plain' | 'primary' | 'danger' | 'none';
  /** Shown while disabled when the function throws or its promise rejects. */
  checkFailedText?: string;
  /** Content, or a function of the remaining seconds (0 while the window is open), for a countdown. */
  children: ReactNode | ((remainingSec: number) => ReactNode);
  ref?: Ref<HTMLButtonElement> | undefined;
}

const defaultWarning = (seconds: number): string => `${seconds}秒内请勿频繁点击`;
const warningShownMs = 3000;

/**
 * A button that admits one click and ignores the next ones for some seconds.
 *
 * @source R12.6
 */
export const RateLimitedButton = /* @__PURE__ */ forwardRef(function RateLimitedButton(
  {
    seconds,
    onClick,
    disabled,
    warning = defaultWarning,
    warningType = 'warning',
    onWarn,
    rateWindow,
    variant = 'plain',
    checkFailedText = '暂时无法使用，请稍后再试',
    children,
    className = '',
    type = 'button',
    ...rest
  }: Omit<RateLimitedButtonProps, 'ref'>,
  ref: ForwardedRef<HTMLButtonElement>,
): JSX.Element {
  const button = useForwarded(ref);
  const bubbleId = useId();
  const own = useMemo(() => createRateWindow({ seconds }), [seconds]);
  const limiter = rateWindow ?? own;
  const state = useDisabledState(disabled, checkFailedText);
  const [remainingSec, follow] = useRemainingSec(limiter);
  const [warned, setWarned] = useState<Warning>();
  const [pointed, setPointed] = useState(false);
  useEffect(() => {
    if (!warned) return;
    const timer = setTimeout(() => setWarned(undefined), warningShownMs);
    return () => clearTimeout(timer);
  }, [warned]);

  const warn = (remainingMs: number): void => {
    if (warning === false) return;
    const text = typeof warning === 'string' ? warning : warning(seconds, Math.ceil(remainingMs / 1000));
    (onWarn ?? setWarned)({ type: warningType, text });
  };
  const click = (event: MouseEvent<HTMLButtonElement>): void => {
    if (state.disabled) {
      event.preventDefault();
      return;
    }
    const verdict = limiter.attempt();
    if (!verdict.allowed) {
      event.preventDefault();
      warn(verdict.remainingMs);
      return;
    }
    follow();
    const release = (): void => {
      verdict.release();
      follow();
    };
    void Promise.resolve(onClick?.(event)).then(
      (value) => value === false && release(),
      (error: unknown) => {
        release();
        // for listeners of unhandled rejections
        throw error;
      },
    );
  };
  /** Shows or hides the reason, and passes the event on to the caller's handler. */
  const point =
    <Sent,>(isPointed: boolean, own: ((event: Sent) => void) | undefined) =>
    (event: Sent): void => {
      setPointed(isPointed);
      own?.(event);
    };

  const reason = (state.disabled && state.message) || undefined;
  const bubble: { text: string; type?: WarningType } | undefined =
    warned ?? (pointed && reason ? { text: reason } : undefined);
  return (
    <>
      {/* biome-ignore lint/a11y/useButtonType: the type is passed on */}
      <button
        {...rest}
        ref={button}
        type={type}
        className={`${variant === 'none' ? '' : `ck ck-button ck-button-${variant}`} ${className}`}
        disabled={state.disabled && !reason}
        aria-disabled={reason ? true : undefined}
        aria-busy={state.pending || undefined}
        aria-describedby={bubble && !bubble.type ? bubbleId : rest['aria-describedby']}
        data-limited={remainingSec > 0 || undefined}
        onClick={click}
        onPointerEnter={point(true, rest.onPointerEnter)}
        onPointerLeave={point(false, rest.onPointerLeave)}
        onFocus={point(true, rest.onFocus)}
        onBlur={point(false, rest.onBlur)}
        onKeyDown={(event) => {
          // the first Escape hides the reason, the next one reaches the surrounding dialog
          const hides = pointed && reason && event.key === 'Escape';
          if (hides) event.preventDefault();
          point(pointed && !hides, rest.onKeyDown)(event);
        }}
      >
        {typeof children === 'function' ? children(remainingSec) : children}
      </button>
      {bubble && <HintBubble anchor={button} id={bubbleId} {...bubble} />}
    </>
  );
});
