import { createEventStream, openSharedStream, type StreamEvent } from '@ronghui/chat-kit';
import { gatewayBase } from '@ronghui/web/calls/call';

/** Who hears of the stream. */
interface DeskStreamUse {
  /** Gets each event. */
  readonly heard: (event: StreamEvent) => void;
  /** Gets whether it is up. */
  readonly setLine: (isUp: boolean) => void;
}

/** Opens the stream of a member of staff, shared by the pages of the browser; returns what closes it. @source service 2.4 */
export const openDeskStream = (staffId: string, { heard, setLine }: DeskStreamUse): (() => void) =>
  openSharedStream({
    name: `desk/${staffId}`,
    stream: createEventStream({ address: () => `${gatewayBase()}/chat/ops/stream` }),
    heard,
    setLine,
  });
