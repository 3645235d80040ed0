import type { contentOperations, Input, Output } from '@ronghui/contract';
import type { HandlerContext } from '#kernel/calls/context';
import { deadLinks, renderDoc } from '../kinds/doc-text.ts';
import { inWords } from './record-rules.ts';

type Context = HandlerContext<(typeof contentOperations)['ops.content.preview']>;

/** A document or an agreement as the visitor will get it, by the renderer that publishes it. @source R11.3 */
export const previewText = async (
  { key = '', text }: Input<'ops.content.preview'>,
  { db }: Context,
): Promise<Output<'ops.content.preview'>> => {
  const rendering = renderDoc(key, text);
  const { html, outline } = rendering;
  const faults = [...rendering.faults, ...(await deadLinks(db, key, rendering))];
  // A document's body calls it `markdown`, an agreement's `text`.
  return {
    html,
    outline: [...outline],
    faults: inWords(key === '' ? faults.map((fault) => ({ ...fault, path: ['text'] })) : faults),
  };
};
