import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** The pause in typing after which a text applies. @unit ms */
const restMs = 300;

type Typed = {
  text: string;
  /** `value` at the last render. */
  former: string;
  /** The text that was reported last. */
  sent: string;
};

/** The attributes of a text box whose text applies after a pause, on Enter and on blur. */
export type TypedText = {
  value: string;
  onValueChange: (text: string) => void;
  onCompositionStart: () => void;
  onCompositionEnd: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: () => void;
};

/** Debounces a typed text; a change of `value` from outside replaces it. Text that an input method is composing is not reported. */
export function useTypedText(value: string, onSettled: (text: string) => void): TypedText {
  const [typed, setTyped] = useState<Typed>({ text: value, former: value, sent: value });
  const [composes, setComposes] = useState(false);
  if (typed.former !== value) {
    setTyped({ text: value === typed.sent ? typed.text : value, former: value, sent: value });
  }
  function settle(): void {
    const text = typed.text.trim();
    if (text === typed.sent) return;
    setTyped({ ...typed, sent: text });
    onSettled(text);
  }
  const latest = useRef(settle);
  useEffect(() => {
    latest.current = settle;
  });
  useEffect(() => {
    if (composes || typed.text.trim() === typed.sent) return;
    const timer = setTimeout(() => latest.current(), restMs);
    return () => clearTimeout(timer);
  }, [typed.text, typed.sent, composes]);
  return {
    value: typed.text,
    onValueChange: (text) => setTyped({ ...typed, text }),
    onCompositionStart: () => setComposes(true),
    onCompositionEnd: () => setComposes(false),
    onKeyDown: (event) => {
      if (event.key === 'Enter' && !event.nativeEvent.isComposing) settle();
    },
    onBlur: settle,
  };
}
