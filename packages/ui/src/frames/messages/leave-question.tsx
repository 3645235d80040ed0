import type { JSX } from 'react';
import { Button } from '../../widgets/button/button.tsx';
import { Dialog } from '../../widgets/dialog/dialog.tsx';

interface LeaveQuestionProps {
  readonly open: boolean;
  readonly onAnswer: (isLeaving: boolean) => void;
}

/** Asks before the user leaves a page with unsaved changes. */
export const LeaveQuestion = ({ open, onAnswer }: LeaveQuestionProps): JSX.Element => (
  <Dialog
    open={open}
    onClose={() => onAnswer(false)}
    title="还有未保存的修改"
    actions={
      <>
        <Button onClick={() => onAnswer(true)}>离开</Button>
        <Button variant="primary" onClick={() => onAnswer(false)}>
          继续编辑
        </Button>
      </>
    }
  >
    离开后，这一页的修改不会生效；在这个标签页里回来时，已填写的内容还在。
  </Dialog>
);
