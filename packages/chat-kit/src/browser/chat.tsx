import { createRoot } from 'react-dom/client';
import {
  Composer,
  type Conversation,
  type ConversationTransport,
  createBrowserStorage,
  createConversation,
  MessageList,
  useConversation,
} from '../index.ts';
import '../style/style.css';
import '../style/conversation.css';

/** The fields that the page's questions have. */
export interface Asked {
  after: number;
  limit: number;
  seq: number;
  clientId: string;
  content: string;
}

declare global {
  interface Window {
    conversation: Conversation;
  }
}

const ask = async (what: string, data: unknown = {}) => {
  const reply = await fetch(`/api/${what}`, { method: 'POST', body: JSON.stringify(data) });
  return reply.json();
};
const transport: ConversationTransport = {
  open: () => ask('open'),
  history: (which) => ask('history', which),
  send: ({ clientId, content, file }) => ask('send', { clientId, content: file ? `${file.size} 字节` : content }),
  read: (which) => ask('read', which),
  recall: (which) => ask('recall', which),
};

window.conversation = createConversation({
  transport,
  owner: 'me',
  storage: createBrowserStorage('stage'),
  pollMs: 200,
});

function Chat() {
  const chat = useConversation(window.conversation);
  return (
    <>
      <MessageList {...chat.list} />
      <Composer {...chat.composer} />
    </>
  );
}

createRoot(document.querySelector('#root') ?? document.body).render(<Chat />);
