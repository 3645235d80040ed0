import { EmptyState, PageHead, PageState, Skeleton } from '@ronghui/ui';
import { useSearch } from '@ronghui/web/navigation/hash-location';
import { type JSX, useMemo } from 'react';
import { useUser } from '#kernel/start-up.ts';
import css from './chat.module.css';
import { useQueue } from './chat-queries.ts';
import { ConversationPanel } from './conversation-panel.tsx';
import { deskConversation } from './desk-conversation.ts';
// A sheet of its own: the console's one sheet comes with every page.
import kitSheet from './kit.css?url';
import { QueueList } from './queue-list.tsx';

/** The desk of customer service: who waits, and the conversation that is open. @source R11.9, service 5.1 */
export const ChatDeskPage = (): JSX.Element => {
  const { state, query } = useQueue();
  const [search] = useSearch();
  const openId = search.get('open') ?? undefined;
  return (
    <>
      {/* Without a build there is none. */}
      {kitSheet !== '' && <link rel="stylesheet" href={kitSheet} precedence="kit" />}
      <PageHead pageType="PC" title="客服" />
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={null}
        onRetry={() => void query.refetch()}
      >
        {({ items }) => (
          <div className={css.desk}>
            <nav className={css.queue} aria-label="接待">
              <QueueList items={items} current={openId} />
            </nav>
            {openId === undefined ? (
              <EmptyState title="选择一个会话" />
            ) : (
              <OpenConversation
                key={openId}
                conversationId={openId}
                row={items.find(({ conversationId }) => conversationId === openId)}
              />
            )}
          </div>
        )}
      </PageState>
    </>
  );
};

type OpenProps = { readonly conversationId: string } & Pick<Parameters<typeof ConversationPanel>[0], 'row'>;

const OpenConversation = ({ conversationId, row }: OpenProps): JSX.Element => {
  const staffId = useUser()?.staffId ?? '';
  const conversation = useMemo(() => deskConversation(staffId, conversationId), [staffId, conversationId]);
  return <ConversationPanel conversation={conversation} row={row} />;
};
