import type { JSX } from 'react';
import type { MessageType } from '../headless/message.ts';

const paths: Partial<Record<MessageType, string>> = {
  bzcard: 'M2 4h12v8H2zM5 8.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM9 7h3M9 9.5h3',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
  location: 'M8 14s4.5-4 4.5-7.5a4.5 4.5 0 0 0-9 0C3.5 10 8 14 8 14zM8 8a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  redPack: 'M4 2h8v12H4zM4 5l4 2.5L12 5M8 9v2',
  fundsTrans: 'M3 6h9L9.5 3.5M13 10H4l2.5 2.5',
};

/** A small picture beside a fixed notice. */
export function NoticeIcon({ type }: { type: MessageType }): JSX.Element {
  return (
    <svg className="ck-notice-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[type]} />
    </svg>
  );
}
