import { CallError } from '@ronghui/client';
import { Button, takenText } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './lead.module.css';
import { AssignDialog, NoteDialog, RemindDialog, WinDialog } from './lead-dialogs.tsx';
import { type LeadAction, type LeadDetail, readLead, takePlainStep } from './lead-queries.ts';
import { actionNames, lastStepOf } from './lead-words.ts';

type Asked = Exclude<LeadAction, 'take' | 'reopen'>;
type Plain = Exclude<LeadAction, Asked>;

const isPlain = (action: LeadAction): action is Plain => action === 'take' || action === 'reopen';
const isMain = (action: LeadAction): boolean => isPlain(action) || action === 'win';

/** Says who was first with a lead and when; any other failure in its own words. */
const showLost = async ({ ticketNo, version }: LeadDetail, error: unknown): Promise<void> => {
  const isLost = error instanceof CallError && error.errCode === 'RHSY409';
  const now = isLost ? await readLead(ticketNo).catch(() => undefined) : undefined;
  if (now === undefined || now.version === version) showError('ops.lead.take', error);
  else showToast('bad', `这条线索${takenText(lastStepOf(now))}，现在看到的是最新的状态。`);
};

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
      await showLost(lead, error);
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
