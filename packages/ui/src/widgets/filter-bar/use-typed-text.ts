import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** How long a text must rest before it applies. @unit ms */
const restMs = 300;

type Typed = {
  text: string;
  /** The value from outside at the last render. */
  former: string;
  /** The value that was reported last. */
  sent: string;
};

/** The attributes of a text box whose text applies when it rests, on Enter and when the box is left. */
export type TypedText = {
  value: string;
  onValueChange: (text: string) => void;
  onCompositionStart: () => void;
  onCompositionEnd: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: () => void;
};

/** A text that is being typed over `value`; a change of `value` from elsewhere takes its place. What an input method composes waits. */
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
