import { type ConversationClock, pauseMs } from './conversation-clock.ts';
import type { ConversationTransport, StreamEvent } from './transport.ts';

interface LineInput {
  transport: Pick<ConversationTransport, 'stream'>;
  clock: ConversationClock;
  /** The number that the next stream begins after. */
  after: () => number;
  heard: (event: StreamEvent, after: number) => void;
  setLine: (isUp: boolean) => void;
}

/** Holds one stream: opened again after a pause that grows with each failure. */
export interface StreamLine {
  open: () => void;
  /** Opens at once what is waiting to be opened again. */
  hurry: () => void;
  close: () => void;
}

/** Makes the line, closed. */
export function createStreamLine({ transport, clock, after, heard, setLine }: LineInput): StreamLine {
  let closeStream: (() => void) | undefined;
  let callOff: (() => void) | undefined;
  let failures = 0;
  const shut = (): void => {
    callOff?.();
    callOff = undefined;
    closeStream?.();
    closeStream = undefined;
  };
  const open = (): void => {
    shut();
    const from = after();
    let isCurrent = true;
    let close: (() => void) | undefined;
    const leave = (): void => {
      isCurrent = false;
      close?.();
    };
    closeStream = leave;
    const lost = (): void => {
      if (!isCurrent) return;
      shut();
      callOff = clock.after(pauseMs(failures, clock.random()), open);
      failures += 1;
      setLine(false);
    };
    close = transport.stream?.(
      from,
      (event) => {
        if (!isCurrent) return;
        if (event.kind === 'snapshot') {
          failures = 0;
          setLine(true);
        }
        heard(event, from);
      },
      lost,
    );
    // a stream may end while it is opened
    if (!isCurrent) close?.();
  };
  return {
    open,
    hurry() {
      if (callOff) open();
    },
    close: shut,
  };
}
