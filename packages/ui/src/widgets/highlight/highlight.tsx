import type { JSX } from 'react';
import { type HighlightSegment, parseHighlight } from './parse-highlight.ts';

/** A text with `<mark>`s as the server sends it, or its segments. */
export type HighlightProps = { text: string } | { segments: readonly HighlightSegment[] };

/** Draws what was found with `<mark>` elements; markup in the text is never markup on the page. */
export function Highlight(props: HighlightProps): JSX.Element {
  const segments = 'segments' in props ? props.segments : parseHighlight(props.text);
  return (
    <>{segments.map((segment, place) => (segment.marked ? <mark key={place}>{segment.text}</mark> : segment.text))}</>
  );
}
