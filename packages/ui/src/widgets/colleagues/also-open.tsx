import type { JSX } from 'react';
import { Callout } from '../callout/callout.tsx';

export type AlsoOpenProps = {
  /** The names of those who have the record open as well; undefined before that is known. */
  others: readonly string[] | undefined;
  /** What is open: `这份申请`. */
  what: string;
};

/** Who else has a record open; nothing where nobody has. */
export function AlsoOpen({ others = [], what }: AlsoOpenProps): JSX.Element | null {
  if (others.length === 0) return null;
  return (
    <Callout role="status">
      {others.join('、')} 也打开着{what}。
    </Callout>
  );
}
