import type { JSX, SubmitEvent } from 'react';
import { classNames } from '../../class-names.ts';
import { SearchIcon } from '../icon/frame-icons.tsx';
import css from './search-box.module.css';

/** A place to search, such as the documents. */
export type SearchBoxProps = {
  /** Names it: 搜索文档. Also the placeholder. */
  label: string;
  defaultValue?: string;
  /** Called on Enter, with the words trimmed. */
  onSearch: (words: string) => void;
  size?: 'small' | 'large';
  className?: string | undefined;
};

/** A pill with a magnifier; Enter searches. Give it a `key` of the words in the URL where these change from outside. */
export function SearchBox({ label, defaultValue, onSearch, size = 'small', className }: SearchBoxProps): JSX.Element {
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const words = new FormData(event.currentTarget).get('words');
    onSearch(typeof words === 'string' ? words.trim() : '');
  }
  return (
    <form role="search" aria-label={label} className={classNames(css.box, css[size], className)} onSubmit={submit}>
      <SearchIcon size={size === 'large' ? 20 : 16} />
      <input
        className={css.input}
        type="search"
        name="words"
        aria-label={label}
        placeholder={label}
        defaultValue={defaultValue}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={60}
      />
    </form>
  );
}
