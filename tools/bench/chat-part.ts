import { type Figure, judged, type Part } from './figures.ts';

const part = 'chat';

/** What the kit's own benchmark gives; it is loaded by address, since its pages are typed for a browser. */
interface ChatBench {
  readonly runChatBench: (options: { browserPath: string }) => Promise<{
    readonly goals: readonly { readonly goal: string; readonly figure: string; readonly isMet: boolean }[];
  }>;
}

/** The kit's message list against two others, 10,000 mixed messages, in one run. */
export const chatPart: Part = {
  name: part,
  async run({ browser }): Promise<Figure[]> {
    if (browser === undefined) throw new Error('no browser was found: set CHROME_PATH');
    const address = new URL('../../packages/chat-kit/bench/run-chat-bench.ts', import.meta.url).href;
    const { runChatBench }: ChatBench = await import(address);
    const { goals } = await runChatBench({ browserPath: browser });
    return goals.map(({ goal, figure, isMet }) => judged(part, goal, { value: figure, goal: 'as said', isMet }));
  },
};
