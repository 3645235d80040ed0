import { fillQuickReply, findQuickReplies } from '@ronghui/domain/chat/quick-reply';
import { Button, Tag } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { type JSX, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import css from './quick-replies.module.css';
import { type QuickReply, useQuickReplies } from './quick-reply-queries.ts';

/** Fetches it, also ahead. */
export const loadQuickReplyDialog = () => import('./quick-reply-dialog.tsx');
const QuickReplyDialog = lazyPart(loadQuickReplyDialog);

interface QuickRepliesProps {
  readonly draft: string;
  /** The names for the places in the words. */
  readonly names: Parameters<typeof fillQuickReply>[1];
  readonly onChoose: (words: string) => void;
  /** The composer. */
  readonly children: ReactNode;
}

/** A composer in which `/` as the first sign opens the quick replies: the arrows choose one, Enter writes it into the draft. @source service 5.2 */
export const QuickReplies = ({ draft, names, onChoose, children }: QuickRepliesProps): JSX.Element => {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  // The draft for which the list was closed.
  const [closedAt, setClosedAt] = useState<string>();
  const [choice, setChoice] = useState({ draft, at: 0 });
  const [isManaging, setManaging] = useState(false);
  const isAsked = draft.startsWith('/') && !draft.includes('\n') && draft !== closedAt;
  const { data } = useQuickReplies(isAsked);
  const found = isAsked ? findQuickReplies(data?.items ?? [], draft) : [];
  const at = choice.draft === draft ? Math.min(choice.at, found.length - 1) : 0;
  const chosen = found[at];
  const optionOf = ({ replyId }: QuickReply): string => `${id}${replyId}`;
  const active = chosen === undefined ? undefined : optionOf(chosen);
  useEffect(() => {
    const field = box.current?.querySelector('textarea');
    if (active === undefined) return;
    field?.setAttribute('aria-controls', `${id}list`);
    field?.setAttribute('aria-activedescendant', active);
    document.getElementById(active)?.scrollIntoView?.({ block: 'nearest' });
    return () => {
      field?.removeAttribute('aria-controls');
      field?.removeAttribute('aria-activedescendant');
    };
  }, [id, active]);
  const choose = ({ content }: QuickReply): void => onChoose(fillQuickReply(content, names));
  const steps: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: () => setChoice({ draft, at: (at + 1) % found.length }),
    ArrowUp: () => setChoice({ draft, at: (at + found.length - 1) % found.length }),
    Enter: () => chosen && choose(chosen),
    Escape: () => setClosedAt(draft),
  };
  const press = (event: KeyboardEvent): void => {
    const { key, shiftKey, nativeEvent, target } = event;
    const isTyped = target instanceof HTMLTextAreaElement && !shiftKey && !nativeEvent.isComposing;
    const step = isTyped && chosen !== undefined ? steps[key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };
  return (
    <div ref={box} className={css.box} onKeyDownCapture={press}>
      {isAsked && data !== undefined && (
        <div className={css.replies}>
          <ul id={`${id}list`} role="listbox" aria-label="快捷回复" className={css.list}>
            {found.map((reply) => (
              <li
                key={reply.replyId}
                id={optionOf(reply)}
                role="option"
                aria-selected={reply === chosen}
                className={css.option}
                // The focus stays in the field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(reply)}
              >
                <b>{reply.title}</b>
                {reply.shared && <Tag>共用</Tag>}
                <span>{reply.content}</span>
              </li>
            ))}
          </ul>
          {found.length === 0 && <p className={css.none}>没有这样的快捷回复</p>}
          <Button size="small" variant="ghost" onClick={() => setManaging(true)}>
            管理快捷回复
          </Button>
        </div>
      )}
      {children}
      {isManaging && <QuickReplyDialog replies={data?.items ?? []} onClose={() => setManaging(false)} />}
    </div>
  );
};
