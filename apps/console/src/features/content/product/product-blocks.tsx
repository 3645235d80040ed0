import { type JSX, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import { BlockList } from '../block/block-list.tsx';
import { BlockPreview } from '../block/block-preview.tsx';
import type { Editor } from '../record/record-editor.ts';

/** The blocks of a product’s page, by the same editor as the portal’s pages, with what visitors will see. @source R2.8, R11.3 */
export const ProductBlocks = ({ editor }: { readonly editor: Editor<'product'> }): JSX.Element => {
  const { body, change, faultAt } = editor;
  const mayWrite = useAuth()['ops.content.write'] === true;
  const [open, setOpen] = useState<number>();
  return (
    <>
      <BlockPreview title={body.name} blocks={body.blocks} open={open} />
      <BlockList
        blocks={body.blocks}
        onBlocksChange={(blocks) => change({ ...body, blocks })}
        faultAt={(path) => faultAt(`blocks.${path}`)}
        mayWrite={mayWrite}
        open={open}
        onOpenChange={setOpen}
      />
    </>
  );
};
