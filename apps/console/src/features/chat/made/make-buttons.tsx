import type { ConversationMessage } from '@ronghui/chat-kit';
import { Button } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { type JSX, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import type { Customer } from '../chat-queries.ts';

/** Fetches it, also ahead. */
export const loadLeadDialog = () => import('./lead-dialog.tsx');
const LeadDialog = lazyPart(loadLeadDialog);

/** Fetches it, also ahead. */
export const loadTenantNoteDialog = () => import('./tenant-note-dialog.tsx');
const TenantNoteDialog = lazyPart(loadTenantNoteDialog);

/** What the customer wrote last, of what is loaded. */
export const lastWordsOf = (messages: readonly ConversationMessage[]): string =>
  messages.findLast(({ sender, type, content }) => sender === 'user' && type === 'text' && content !== '')?.content ??
  '';

interface MakeButtonsProps {
  readonly conversationId: string;
  readonly customer: Customer;
  /** What the customer wrote last. */
  readonly lastWords: () => string;
}

/** What is made of a conversation, for those who answer customers. @source service 5.4 */
export const MakeButtons = ({ conversationId, customer, lastWords }: MakeButtonsProps): JSX.Element | null => {
  const mayWrite = useAuth()['ops.chat.write'] === true;
  const [words, setWords] = useState<string>();
  const [isNoting, setNoting] = useState(false);
  const { tenant } = customer;
  if (!mayWrite) return null;
  return (
    <section>
      <Button size="small" onClick={() => setWords(lastWords())}>
        记线索
      </Button>
      {tenant !== null && (
        <Button size="small" onClick={() => setNoting(true)}>
          商户备注
        </Button>
      )}
      {isNoting && tenant !== null && (
        <TenantNoteDialog conversationId={conversationId} name={tenant.name} onClose={() => setNoting(false)} />
      )}
      {words !== undefined && (
        <LeadDialog
          conversationId={conversationId}
          customer={customer}
          words={words}
          onClose={() => setWords(undefined)}
        />
      )}
    </section>
  );
};
