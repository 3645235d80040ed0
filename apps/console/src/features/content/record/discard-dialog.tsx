import type { ContentRecord } from '@ronghui/domain/content';
import { Button, Dialog } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../content.module.css';
import { Differences } from './differences.tsx';
import type { Editor } from './record-editor.ts';

interface DiscardDialogProps<Name extends ContentRecord> {
  readonly editor: Editor<Name>;
  readonly onClose: () => void;
}

/** Shows what a draft has that is published nowhere, which may be a colleague's, before it is given up. @source R11.3 */
export const DiscardDialog = <Name extends ContentRecord>({
  editor,
  onClose,
}: DiscardDialogProps<Name>): JSX.Element => (
  <Dialog
    open
    title="放弃草稿"
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>保留草稿</Button>
        <Button variant="danger" loading={editor.running} onClick={() => void editor.discard().then(onClose)}>
          确认放弃
        </Button>
      </>
    }
  >
    <div className={css.stack}>
      <p>放弃之后不能找回，已设定的发布时间随之取消。草稿里的这些改动会丢失：</p>
      <Differences before={editor.detail.published} after={editor.body} />
    </div>
  </Dialog>
);
