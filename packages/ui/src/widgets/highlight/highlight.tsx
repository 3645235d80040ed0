import type { JSX } from 'react';
import { type HighlightSegment, parseHighlight } from './parse-highlight.ts';

/** A text with `<mark>` from the server, or its segments. */
export type HighlightProps = { text: string } | { segments: readonly HighlightSegment[] };

/** Renders matches as `<mark>` elements; other markup in the text stays text. */
export function Highlight(props: HighlightProps): JSX.Element {
  const segments = 'segments' in props ? props.segments : parseHighlight(props.text);
  return (
    <>{segments.map((segment, place) => (segment.marked ? <mark key={place}>{segment.text}</mark> : segment.text))}</>
  );
}
