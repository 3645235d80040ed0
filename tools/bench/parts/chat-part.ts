import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Figure, judged, noted, type Part, unmeasured } from '../figures.ts';

const part = 'chat';
const bench = join(import.meta.dirname, '../../../packages/chat-kit/bench/run-chat-bench.ts');

const modules = join(import.meta.dirname, '../node_modules');

/** The fields of the kit's own benchmark that the table shows; the benchmark is a program of `packages/chat-kit`. */
interface ChatBench {
  readonly runChatBench: (options: { modules: string; browserPath: string }) => Promise<{
    readonly messages: number;
    readonly goals: readonly { readonly goal: string; readonly figure: string; readonly isMet: boolean }[];
  }>;
}

/** The message list against two others, by the kit's own benchmark. */
export const chatPart: Part = {
  name: part,
  async run({ browser, say }): Promise<Figure[]> {
    if (browser === undefined) return [unmeasured(part, 'message list', 'no Chromium')];
    if (!existsSync(bench)) return [unmeasured(part, 'message list', 'the kit has no bench')];
    say('10,000 messages, three contestants');
    const { runChatBench } = (await import(pathToFileURL(bench).href)) as ChatBench;
    const { messages, goals } = await runChatBench({ modules, browserPath: browser });
    return [
      noted(part, 'messages', messages.toLocaleString('en-US')),
      ...goals.map(({ goal, figure, isMet }) => judged(part, goal, { value: figure, goal: 'as described', isMet })),
    ];
  },
};
