import type { ButtonHTMLAttributes, JSX, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { DisabledSource } from '../headless/disabled-answer.ts';
import { createRateWindow, type RateWindow } from '../headless/rate-window.ts';
import { HintBubble } from './hint-bubble.tsx';
import { useDisabledState } from './use-disabled-state.ts';
import { useRemainingSec } from './use-remaining-sec.ts';
import './theme.css';
import './button.css';

/** How a warning is coloured, and what a replacement is told about it. */
export type WarningType = 'warning' | 'info' | 'error' | 'success';

/** Properties of `RateLimitedButton`; every other attribute of a button is passed on. */
export interface RateLimitedButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'disabled' | 'onClick'> {
  /** Length of the window in seconds; 0 refuses nothing. A new length begins with an open window. */
  seconds: number;
  /**
   * Called for a click that is let through. When it answers `false`, or its promise settles with `false` or rejects,
   * nothing has happened and the window opens again.
   */
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
  /** A flag, a function, or a promise of a boolean or of an object whose message is shown while disabled. */
  disabled?: DisabledSource;
  /** The warning for a click inside the window; `false` suppresses it. */
  warning?: string | ((seconds: number, remainingSec: number) => string) | false;
  /** Colour of the warning; `warning` unless given. */
  warningType?: WarningType;
  /** Shows the warning in your own way instead of the kit's bubble. */
  onWarn?: ((notice: { type: WarningType; text: string }) => void) | undefined;
  /** A window of your own, shared by several buttons or kept across mounts; its length is its own. */
  rateWindow?: RateWindow | undefined;
  /** `none` takes all of the kit's looks away. */
  variant?: 'plain' | 'primary' | 'danger' | 'none';
  /** Shown while disabled when a function throws or its promise rejects. */
  checkFailedText?: string;
  /** Content, or a function of the seconds that are left (0 while the window is open), for a countdown. */
  children: ReactNode | ((remainingSec: number) => ReactNode);
}

const defaultWarning = (seconds: number): string => `${seconds}秒内请勿频繁点击`;
const warningShownMs = 3000;

/**
 * A button that lets one click through and ignores the next ones for some seconds.
 *
 * @source R12.6
 */
export function RateLimitedButton({
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
  className,
  type = 'button',
  ...rest
}: RateLimitedButtonProps): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  const bubbleId = useId();
  const own = useMemo(() => createRateWindow({ seconds }), [seconds]);
  const limiter = rateWindow ?? own;
  const { state, pending } = useDisabledState(disabled, checkFailedText);
  const [remainingSec, follow] = useRemainingSec(limiter);
  const [warned, setWarned] = useState<{ text: string }>();
  const [pointed, setPointed] = useState(false);
  useEffect(() => {
    if (warned === undefined) return;
    const timer = setTimeout(() => setWarned(undefined), warningShownMs);
    return () => clearTimeout(timer);
  }, [warned]);

  const warn = (remainingMs: number): void => {
    if (warning === false) return;
    const text = typeof warning === 'string' ? warning : warning(seconds, Math.ceil(remainingMs / 1000));
    if (onWarn === undefined) setWarned({ text });
    else onWarn({ type: warningType, text });
  };
  const release = (): void => {
    limiter.release();
    follow();
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
    const result = onClick?.(event);
    if (result === false) release();
    if (result instanceof Promise) void result.then((value) => value === false && release(), releaseAndThrow(release));
  };
  const dismiss = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setPointed(false);
  };

  const reason = state.disabled ? state.message : undefined;
  return (
    <>
      {/* biome-ignore lint/a11y/useButtonType: the type is passed on */}
      <button
        {...rest}
        ref={button}
        type={type}
        className={[variant === 'none' ? '' : `ck ck-button ck-button-${variant}`, className].filter(Boolean).join(' ')}
        disabled={state.disabled && reason === undefined}
        aria-disabled={reason === undefined ? undefined : true}
        aria-busy={pending || undefined}
        aria-describedby={reason === undefined || !pointed ? rest['aria-describedby'] : bubbleId}
        data-limited={remainingSec > 0 || undefined}
        onClick={click}
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        onFocus={() => setPointed(true)}
        onBlur={() => setPointed(false)}
        onKeyDown={dismiss}
      >
        {typeof children === 'function' ? children(remainingSec) : children}
      </button>
      {reason !== undefined && pointed && (
        <HintBubble anchor={button} id={bubbleId} role="tooltip" tone="plain">
          {reason}
        </HintBubble>
      )}
      {warned !== undefined && (
        <HintBubble anchor={button} id={`${bubbleId}w`} role="alert" tone={warningType}>
          {warned.text}
        </HintBubble>
      )}
    </>
  );
}

/** Opens the window again and lets the failure go on to whoever watches for unhandled ones. */
function releaseAndThrow(release: () => void): (error: unknown) => never {
  return (error) => {
    release();
    throw error;
  };
}
