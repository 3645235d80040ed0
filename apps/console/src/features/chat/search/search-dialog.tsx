import {
  Button,
  DateField,
  DateTime,
  Dialog,
  FormField,
  FormStack,
  Select,
  SubmitActions,
  TextInput,
} from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import { useUser } from '#kernel/start-up.ts';
import { useColleagues } from '../chat-queries.ts';
import css from './search-dialog.module.css';
import { type FoundMessage, type SearchInput, useSearch } from './search-queries.ts';

const senderNames = { user: '客户', robot: '机器人', agent: '客服', system: '系统' } as const;

/** Looks through everything that was written; what is found leads to its conversation. @source service 5.5 */
export const SearchDialog = ({ onClose }: { readonly onClose: () => void }): JSX.Element => {
  const [asked, setAsked] = useState<SearchInput>();
  const colleagues = useColleagues().data?.items ?? [];
  const user = useUser();
  const form = useForm({
    name: 'chat-search',
    initial: { words: '', staffId: '', from: '', to: '' },
    hints: ({ from, to }) => ({ to: from !== '' && to !== '' && to < from ? '不能早于开始日期' : undefined }),
  });
  const send = async (): Promise<void> => {
    const { words, staffId, from, to } = form.fields;
    const typed = words.trim();
    setAsked({
      ...(typed !== '' && { words: typed }),
      ...(staffId !== '' && { staffId }),
      ...(from !== '' && { from }),
      ...(to !== '' && { to }),
    });
  };
  const members = [
    ...(user === null ? [] : [{ staffId: user.staffId, name: user.name || user.account }]),
    ...colleagues,
  ];
  return (
    <Dialog
      open
      size="medium"
      title="查找会话记录"
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          查找
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="查找会话记录" onSubmit={(event) => form.submit(event, { send })}>
        <FormField label="内容" hint={`消息的前\u00a0500\u00a0个字里有的文字`} {...form.field('words')}>
          <TextInput {...form.control('words')} maxLength={60} />
        </FormField>
        <FormField label="客服" {...form.field('staffId')}>
          <Select
            {...form.control('staffId')}
            options={[
              { value: '', label: '不限' },
              ...members.map(({ staffId: value, name: label }) => ({ value, label })),
            ]}
          />
        </FormField>
        <FormField label="从" {...form.field('from')}>
          <DateField {...form.control('from')} panelTitle="选择开始日期" />
        </FormField>
        <FormField label="到" {...form.field('to')}>
          <DateField {...form.control('to')} panelTitle="选择结束日期" />
        </FormField>
      </FormStack>
      {asked !== undefined && <Found asked={asked} onOpen={onClose} />}
    </Dialog>
  );
};

const Found = ({ asked, onOpen }: { readonly asked: SearchInput; readonly onOpen: () => void }): JSX.Element => {
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useSearch(asked);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className={css.found} aria-label="查找的结果" aria-busy={isFetching}>
      {isError && (
        <p role="alert">
          没有查找成功
          <Button size="small" variant="ghost" onClick={() => void refetch()}>
            重试
          </Button>
        </p>
      )}
      <p role="status">{!isFetching && data !== undefined && items.length === 0 && !hasNextPage && '没有找到'}</p>
      <ul>
        {items.map((one) => (
          <li key={`${one.conversationId}/${one.seq}`}>
            <FoundLink found={one} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button size="small" loading={isFetching} onClick={() => void fetchNextPage()}>
          更早的
        </Button>
      )}
    </section>
  );
};

const FoundLink = ({ found, onOpen }: { readonly found: FoundMessage; readonly onOpen: () => void }): JSX.Element => {
  const { conversationId, tenantName, sender, agent, at, content } = found;
  return (
    <a href={href(paths.chat({ open: conversationId }))} onClick={onOpen}>
      <b>{tenantName ?? '访客'}</b> · {agent || senderNames[sender]} · <DateTime value={at} />
      <span>{content}</span>
    </a>
  );
};
