import type { JSX } from 'react';

/** The first stop of the Tab key: moves the focus to the element with the id `main`. It is a button, because the hash holds the route. */
export function SkipLink(): JSX.Element {
  return (
    <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
      跳到正文
    </button>
  );
}
