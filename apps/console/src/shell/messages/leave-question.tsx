import { Button, Dialog } from '@ronghui/ui';
import { answerLeave, leaveStore } from '@ronghui/web/navigation/leave-guard';
import type { JSX } from 'react';

/** Asks before the user leaves a page with unsaved changes. */
export const LeaveQuestion = (): JSX.Element => (
  <Dialog
    open={leaveStore.use() !== null}
    onClose={() => answerLeave(false)}
    title="还有未保存的修改"
    actions={
      <>
        <Button onClick={() => answerLeave(true)}>离开</Button>
        <Button variant="primary" onClick={() => answerLeave(false)}>
          继续编辑
        </Button>
      </>
    }
  >
    离开后，这一页的修改不会生效；在这个标签页里回来时，已填写的内容还在。
  </Dialog>
);
