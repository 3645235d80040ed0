import { Button } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './lead.module.css';
import { AssignDialog, NoteDialog, RemindDialog, WinDialog } from './lead-dialogs.tsx';
import { type LeadAction, type LeadDetail, takePlainStep } from './lead-queries.ts';
import { actionNames } from './lead-words.ts';

type Asked = Exclude<LeadAction, 'take' | 'reopen'>;
type Plain = Exclude<LeadAction, Asked>;

const isPlain = (action: LeadAction): action is Plain => action === 'take' || action === 'reopen';
const isMain = (action: LeadAction): boolean => isPlain(action) || action === 'win';

/** The steps that staff may take now. @source R11.4 */
export const LeadActions = ({ lead }: { lead: LeadDetail }): JSX.Element => {
  const [asked, setAsked] = useState<Asked>();
  const attempt = useAttemptKey();
  const { ticketNo, version } = lead;
  const close = (): void => setAsked(undefined);
  const take = async (action: Plain): Promise<void> => {
    try {
      await attempt({ ticketNo, version }, (input: Parameters<typeof takePlainStep>[1]) =>
        takePlainStep(action, input),
      );
      showToast('ok', action === 'take' ? '线索已归您跟进' : '线索已重新跟进');
    } catch (error) {
      showError('ops.lead.take', error);
    }
  };
  return (
    <>
      <div className={css.actions}>
        {lead.actions.map((action) => (
          <Button
            key={action}
            variant={isMain(action) ? 'primary' : 'secondary'}
            onClick={() => (isPlain(action) ? void take(action) : setAsked(action))}
          >
            {actionNames[action]}
          </Button>
        ))}
      </div>
      {asked === 'assign' ? <AssignDialog lead={lead} onClose={close} /> : null}
      {asked === 'win' ? <WinDialog lead={lead} onClose={close} /> : null}
      {asked === 'remind' ? <RemindDialog lead={lead} onClose={close} /> : null}
      {asked === 'note' || asked === 'lose' || asked === 'undoWin' ? (
        <NoteDialog key={asked} lead={lead} action={asked} onClose={close} />
      ) : null}
    </>
  );
};
