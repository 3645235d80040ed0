import type { JSX } from 'react';

/** The first stop of the Tab key: leads to the element with the id `main`. A button, for the hash holds the route. */
export function SkipLink(): JSX.Element {
  return (
    <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
      跳到正文
    </button>
  );
}
