import { hoursText } from '@ronghui/domain/chat/hours';
import { Button, EmptyState, PageHead, PageState, Skeleton } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { useSearch } from '@ronghui/web/navigation/hash-location';
import { type JSX, useMemo, useState } from 'react';
import { useAuth, useUser } from '#kernel/start-up.ts';
import css from './chat.module.css';
import { type ServiceSettings, useSettings } from './chat-queries.ts';
import { ConversationPanel } from './conversation-panel.tsx';
import { CustomerCard } from './customer-card.tsx';
import { deskConversation } from './desk-conversation.ts';
import { DutySelect } from './duty/duty-select.tsx';
// A sheet of its own: the console's one sheet comes with every page.
import kitSheet from './kit.css?url';
import { lastWordsOf, MakeButtons } from './made/make-buttons.tsx';
import { useQueueKeys } from './queue-keys.ts';
import { QueueList } from './queue-list.tsx';
import { useQueue } from './queue-queries.ts';
import { SettingsDialog } from './settings-dialog.tsx';

const SearchDialog = lazyPart(() => import('./search/search-dialog.tsx'));

/** The desk of customer service: who waits, and the conversation that is open. @source R11.9, service 5.1 */
export const ChatDeskPage = (): JSX.Element => {
  const { state, query } = useQueue();
  const [search] = useSearch();
  const openId = search.get('open') ?? undefined;
  const { data: setting } = useSettings();
  const queue = useQueueKeys();
  return (
    <>
      {/* Without a build there is none. */}
      {kitSheet !== '' && <link rel="stylesheet" href={kitSheet} precedence="kit" />}
      <DeskHead setting={setting} />
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={null}
        onRetry={() => void query.refetch()}
      >
        {({ items }) => (
          <div className={css.desk}>
            <nav ref={queue} className={css.queue} aria-label="接待">
              <QueueList items={items} current={openId} promisedSec={setting?.promisedSec} />
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

/** The hours and the promised time in one line. */
const termsOf = ({ hours, promisedSec, assignment, maxPerAgent }: ServiceSettings): string =>
  [
    hours === null ? '全天服务' : hoursText(hours),
    `承诺\u00a0${promisedSec}\u00a0秒内接待，过时转为留言`,
    ...(assignment === 'turn' ? [`轮流分配，每人\u00a0${maxPerAgent}\u00a0位`] : []),
  ].join(' · ');

/** The title, with the hours in force; who answers customers sets them. */
const DeskHead = ({ setting }: { readonly setting: ServiceSettings | undefined }): JSX.Element => {
  const mayWrite = useAuth()['ops.chat.write'] === true;
  const [isSetting, setSetting] = useState(false);
  const [isSearching, setSearching] = useState(false);
  return (
    <>
      <PageHead
        pageType="PC"
        title="客服"
        // Nothing moves when they arrive.
        sub={setting === undefined ? '\u00a0' : termsOf(setting)}
        actions={
          <>
            {mayWrite && <DutySelect />}
            <Button onClick={() => setSearching(true)}>查找记录</Button>
            {mayWrite && (
              <Button disabled={setting === undefined} onClick={() => setSetting(true)}>
                服务时间
              </Button>
            )}
          </>
        }
      />
      {isSearching && <SearchDialog onClose={() => setSearching(false)} />}
      {isSetting && setting && <SettingsDialog setting={setting} onClose={() => setSetting(false)} />}
    </>
  );
};

type OpenProps = { readonly conversationId: string } & Pick<Parameters<typeof ConversationPanel>[0], 'row'>;

const OpenConversation = ({ conversationId, row }: OpenProps): JSX.Element => {
  const staffId = useUser()?.staffId ?? '';
  const conversation = useMemo(() => deskConversation(staffId, conversationId), [staffId, conversationId]);
  return (
    <>
      <ConversationPanel conversation={conversation} row={row} />
      <CustomerCard conversationId={conversationId}>
        {(customer) => (
          <MakeButtons
            conversationId={conversationId}
            customer={customer}
            lastWords={() => lastWordsOf(conversation.state().messages)}
          />
        )}
      </CustomerCard>
    </>
  );
};
