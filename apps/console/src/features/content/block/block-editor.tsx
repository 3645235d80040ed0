import { type JSX, type ReactNode, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import { BlockList } from './block-list.tsx';
import { BlockPreview } from './block-preview.tsx';
import type { EditedBlock } from './block-words.ts';

interface BlockEditorProps {
  /** The title above the blocks, as visitors read it. */
  readonly title: string;
  readonly blocks: readonly EditedBlock[];
  readonly onBlocksChange: (blocks: EditedBlock[]) => void;
  /** The fault of a path of the record. */
  readonly faultAt: (path: string) => string | undefined;
  /** What is edited beside the blocks. */
  readonly children?: ReactNode;
}

/** Blocks and what visitors will see of them: of a page of the portal, and of a product. @source R2.8, R11.3 */
export const BlockEditor = ({ title, blocks, onBlocksChange, faultAt, children }: BlockEditorProps): JSX.Element => {
  const mayWrite = useAuth()['ops.content.write'] === true;
  const [open, setOpen] = useState<number>();
  return (
    <>
      <BlockPreview title={title} blocks={blocks} open={open} />
      {children}
      <BlockList
        blocks={blocks}
        onBlocksChange={onBlocksChange}
        faultAt={(path) => faultAt(`blocks.${path}`)}
        mayWrite={mayWrite}
        open={open}
        onOpenChange={setOpen}
      />
    </>
  );
};
