import { type JSX, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { TextInput } from '../../widgets/text-input/text-input.tsx';
import css from './command-palette.module.css';

/** A place to go to, or a step to take. */
export type PaletteItem = {
  id: string;
  label: string;
  /** The section that it belongs to; it is found by this word too. */
  group: string;
};

/** The items to choose from. */
export type CommandPaletteProps = {
  open: boolean;
  onClose: () => void;
  items: readonly PaletteItem[];
  onSelect: (id: string) => void;
  /** What was typed, for items that are found elsewhere. */
  onTyped?: (text: string) => void;
  /** What was found elsewhere by what was typed; it stands behind the own items, so that no choice moves away when it arrives. */
  found?: readonly PaletteItem[];
  /** It is not yet known what is found elsewhere, or that failed. */
  finding?: 'asking' | 'failed' | undefined;
  placeholder?: string;
};

const findingWords = { asking: '正在查找…', failed: '查找失败，请稍后重试' };

/** A list that is searched while typing: the arrows move, Enter goes there, Esc closes. */
export function CommandPalette(props: CommandPaletteProps): JSX.Element | null {
  return props.open ? <OpenPalette {...props} /> : null;
}

function OpenPalette(props: CommandPaletteProps): JSX.Element {
  const { onClose, items, onSelect, onTyped, found: others = [], finding } = props;
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const words = typed.trim().toLowerCase();
  const own = items.filter(({ label, group }) => `${group} ${label}`.toLowerCase().includes(words));
  const found = [...own, ...others];
  const chosen = found[Math.min(at, found.length - 1)];
  const list = useRef<HTMLDivElement>(null);
  // The focus stays in the input, so the browser does not scroll to the chosen option by itself.
  useEffect(() => {
    if (chosen === undefined) return;
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  function type(text: string): void {
    setTyped(text);
    setAt(0);
    onTyped?.(text);
  }
  function select(id: string): void {
    onClose();
    onSelect(id);
  }
  function key(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter' && chosen !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault();
      select(chosen.id);
    }
  }
  return (
    <Dialog open title="前往" size="medium" hangs onClose={onClose}>
      <div onKeyDown={key}>
        <TextInput
          value={typed}
          onValueChange={type}
          role="combobox"
          aria-label="前往"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={chosen === undefined ? undefined : `${listId}-${chosen.id}`}
          placeholder={props.placeholder ?? '页面或操作的名称'}
          autoComplete="off"
          autoFocus
        />
      </div>
      <div ref={list} id={listId} role="listbox" aria-label="可前往的页面与操作" className={css.list}>
        {found.map(({ id, label, group }) => (
          <div
            key={id}
            id={`${listId}-${id}`}
            role="option"
            aria-selected={id === chosen?.id}
            className={css.item}
            onClick={() => select(id)}
          >
            {label}
            <span className={css.group}>{group}</span>
          </div>
        ))}
      </div>
      {/* Also below what was found: that a search goes on, or failed, is no different for a page whose name fits. */}
      <p role="status" className={css.status}>
        {finding !== undefined ? findingWords[finding] : found.length === 0 ? '没有找到' : null}
      </p>
    </Dialog>
  );
}
