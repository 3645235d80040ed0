import { type JSX, useEffect, useState } from 'react';
import { toDate } from '../../headless/format-time.ts';
import type { MessageTime } from '../../headless/message.ts';

interface RecallButtonProps {
  at: MessageTime;
  /** How long after `at` it can be pressed. */
  withinMs: number;
  label: string;
  onPress: () => void;
}

const leftOf = (at: MessageTime, withinMs: number): number => (toDate(at)?.getTime() ?? 0) + withinMs - Date.now();

/** Takes a message back; it goes when its time is over. */
export function RecallButton({ at, withinMs, label, onPress }: RecallButtonProps): JSX.Element | null {
  const [isOpen, setOpen] = useState(() => leftOf(at, withinMs) > 0);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => setOpen(false), leftOf(at, withinMs));
    return () => clearTimeout(timer);
  }, [isOpen, at, withinMs]);
  if (!isOpen) return null;
  return (
    <button type="button" className="ck-recall" onClick={onPress}>
      {label}
    </button>
  );
}
