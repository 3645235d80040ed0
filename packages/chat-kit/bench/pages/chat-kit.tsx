import { MessageList } from '../../src/index.ts';
import '../../src/style/message-list.css';
import { enter } from './contestant.tsx';
import type { BenchMessage } from './conversation.ts';

function List({ messages }: { messages: BenchMessage[] }) {
  return <MessageList messages={messages} convertTime />;
}

enter({ List, rowSelector: '.ck-row', scrollerSelector: '.ck-scroller' });
