import type { JSX, SubmitEvent } from 'react';
import { classNames } from '../../class-names.ts';
import { SearchIcon } from '../icon/frame-icons.tsx';
import css from './search-box.module.css';

/** A place to search, such as the documents. */
export type SearchBoxProps = {
  /** Its accessible name and placeholder: 搜索文档. */
  label: string;
  defaultValue?: string;
  /** Called on Enter, with the trimmed text. */
  onSearch: (words: string) => void;
  size?: 'small' | 'large';
  className?: string | undefined;
};

/** A rounded search field; Enter searches. Where the URL's search text changes from outside, use it as the `key`. */
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
