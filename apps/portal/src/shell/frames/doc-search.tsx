import { SearchIcon } from '@ronghui/ui';
import { navigate } from '@ronghui/web/navigation/hash-location';
import type { FormEvent, JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import css from './doc-search.module.css';

/**
 * The search box of the header. The form's method is `dialog`, so that pressing Enter before the scripts run sends nothing and the box
 * keeps its text.
 */
export const DocSearch = (): JSX.Element => {
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const keyword = new FormData(event.currentTarget).get('keyword');
    if (typeof keyword === 'string' && keyword.trim() !== '') navigate(paths.docSearch(keyword.trim()));
  };
  return (
    <form className={css.search} role="search" method="dialog" onSubmit={search}>
      <SearchIcon size={16} className={css.icon ?? ''} />
      <input
        className={css.input}
        type="search"
        name="keyword"
        placeholder="搜索文档"
        aria-label="搜索文档"
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
      />
    </form>
  );
};
