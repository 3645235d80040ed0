import type { ContentRecord } from '@ronghui/domain/content';
import { Button, Callout, Dialog } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../content.module.css';
import type { Editor } from './record-editor.ts';

interface RemoveDialogProps<Name extends ContentRecord> {
  readonly editor: Editor<Name>;
  readonly title: string;
  readonly onClose: () => void;
}

/** Makes the removal of a record its draft; it happens when that is published. @source R11.3 */
export const RemoveDialog = <Name extends ContentRecord>({
  editor,
  title,
  onClose,
}: RemoveDialogProps<Name>): JSX.Element => (
  <Dialog
    open
    title={`移除${title}`}
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>取消</Button>
        <Button variant="danger" loading={editor.running} onClick={() => void editor.remove().then(onClose)}>
          准备移除
        </Button>
      </>
    }
  >
    <div className={css.stack}>
      <p>先存为草稿，点“发布”之后才从门户消失。已有的订单、报价与账单不受影响，历史版本会保留，可以退回。</p>
      {editor.detail.draft === null && !editor.isDirty ? null : (
        <Callout tone="warn">现在的草稿会被移除替换，里面的改动会丢失。</Callout>
      )}
    </div>
  </Dialog>
);
