import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type ChatMessage, loadSanitiser, MessageList, type MessageListProps, type Sanitise } from '../index.ts';
import '../style/style.css';

/** A message of the test page; its fields may contain anything. */
export type StageMessage = Partial<Record<keyof ChatMessage, string>>;

/** The test's interface to a list. */
export interface Stage {
  show: (messages: StageMessage[], options?: StageOptions) => Promise<void>;
  /** Replaces all messages. */
  set: (messages: StageMessage[]) => void;
  append: (messages: StageMessage[]) => void;
  prepend: (messages: StageMessage[]) => void;
}

/** Options of the list. */
export interface StageOptions {
  /** `own`: the list's default. */
  engine?: 'own' | 'dompurify';
  strict?: boolean;
  list?: Pick<MessageListProps, 'imageHosts' | 'mediaHosts'>;
  /** Pages of older messages, newest page first, that are prepended when the top is reached. */
  older?: StageMessage[][];
}

declare global {
  interface Window {
    stage: Stage;
    violations: string[];
  }
}

window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => {
  window.violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
});

const root = createRoot(document.querySelector('#root') ?? document.body);
const held: { set: (change: (messages: StageMessage[]) => StageMessage[]) => void } = { set: () => {} };

interface ScreenProps {
  first: StageMessage[];
  sanitise: Sanitise | undefined;
  list: StageOptions['list'];
  older: StageMessage[][];
}

function Screen({ first, sanitise, list, older }: ScreenProps) {
  const [messages, setMessages] = useState(first);
  const loadOlder = async (): Promise<void> => {
    const page = older.shift();
    if (page === undefined) return;
    // a new object, as if it came from elsewhere
    await new Promise((resolve) => setTimeout(resolve, 50));
    setMessages((now) => [...page, ...now]);
  };
  return (
    <div
      ref={() => {
        held.set = setMessages;
      }}
      className="stage"
    >
      <List
        {...list}
        {...(sanitise === undefined ? {} : { sanitise })}
        messages={messages}
        onReachTop={loadOlder}
        convertTime
      />
    </div>
  );
}

const List = MessageList<StageMessage>;

window.stage = {
  async show(first, { engine = 'own', strict = false, list, older = [] } = {}) {
    const sanitise = engine === 'dompurify' ? await loadSanitiser({ engine }) : undefined;
    const screen = <Screen key={Math.random()} first={first} sanitise={sanitise} list={list} older={older} />;
    root.render(strict ? <StrictMode>{screen}</StrictMode> : screen);
  },
  set: (messages) => held.set(() => messages),
  append: (more) => held.set((messages) => [...messages, ...more]),
  prepend: (more) => held.set((messages) => [...more, ...messages]),
};
