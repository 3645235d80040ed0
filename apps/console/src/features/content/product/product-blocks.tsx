import type { JSX } from 'react';
import { BlockEditor } from '../block/block-editor.tsx';
import type { Editor } from '../record/record-editor.ts';

/** The blocks of a product’s page, by the same editor as the portal’s pages. @source R2.8, R11.3 */
export const ProductBlocks = ({
  editor: { body, change, faultAt },
}: {
  readonly editor: Editor<'product'>;
}): JSX.Element => (
  <BlockEditor
    title={body.name}
    blocks={body.blocks}
    onBlocksChange={(blocks) => change({ ...body, blocks })}
    faultAt={faultAt}
  />
);
