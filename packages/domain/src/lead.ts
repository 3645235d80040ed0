/**
 * A lead (线索): a trial that was asked for, or a message to the provider, on its way to a merchant.
 *
 * 新线索 → 跟进中 → 已成交 (which merchant it became) or 未成交 (why); a lost one can be taken up again, and so can one that was marked as won by mistake. Every step keeps who, when and why.
 *
 * @source R11.4
 */

export const leadStatuses = ['new', 'following', 'won', 'lost'] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** The statuses in words. */
export const leadStatusNames: Readonly<Record<LeadStatus, string>> = {
  new: '新线索',
  following: '跟进中',
  won: '已成交',
  lost: '未成交',
};

/** Where a lead comes from: the trial form, or the contact form by its topic. */
export const leadSources = ['trial', 'consult', 'cooperate', 'feedback', 'complaint'] as const;
export type LeadSource = (typeof leadSources)[number];

/** The sources in words. */
export const leadSourceNames: Readonly<Record<LeadSource, string>> = {
  trial: '试用申请',
  consult: '咨询',
  cooperate: '商务合作',
  feedback: '意见反馈',
  complaint: '投诉建议',
};

/** What staff do with a lead. */
export const leadActions = ['take', 'assign', 'win', 'lose', 'reopen', 'undoWin', 'note', 'remind'] as const;
export type LeadAction = (typeof leadActions)[number];

/** The longest note or reason. @unit characters */
export const leadNoteLength = 1000;

/** The fields of a lead that its steps depend on. */
export interface LeadState {
  readonly status: LeadStatus;
  readonly ownerId: string | null;
}

/** A step: who takes it, and what it sets. */
export type LeadStep =
  | { readonly action: 'take'; readonly by: string }
  | { readonly action: 'assign'; readonly to: string }
  | { readonly action: 'win' }
  | { readonly action: 'lose'; readonly reason: string }
  | { readonly action: 'reopen'; readonly by: string }
  | { readonly action: 'undoWin'; readonly by: string; readonly reason: string }
  | { readonly action: 'note'; readonly text: string }
  /** `today` and `on` are days in Shanghai; null takes the reminder away. */
  | { readonly action: 'remind'; readonly on: string | null; readonly today: string };

export type LeadOutcome =
  | { readonly ok: true; readonly to: LeadState }
  | { readonly ok: false; readonly reason: 'notAllowed' | 'textMissing' | 'dayPassed' };

const no = (reason: 'notAllowed' | 'textMissing' | 'dayPassed'): LeadOutcome => ({ ok: false, reason });

/** Whether somebody still has to do something for it. */
const isOpenLead = (status: LeadStatus): boolean => status === 'new' || status === 'following';

/**
 * The state after a step.
 *
 * @reason notAllowed   the state does not allow it, or it would change nothing
 * @reason textMissing  a note, or the reason of a loss or of a correction, is empty
 * @reason dayPassed    a reminder is for a day that is over
 * @source R11.4
 */
export const stepLead = (lead: LeadState, step: LeadStep): LeadOutcome => {
  const isOpen = isOpenLead(lead.status);
  switch (step.action) {
    case 'take':
    case 'assign': {
      const ownerId = step.action === 'take' ? step.by : step.to;
      return isOpen && ownerId !== lead.ownerId ? { ok: true, to: { status: 'following', ownerId } } : no('notAllowed');
    }
    case 'win':
      return isOpen ? { ok: true, to: { ...lead, status: 'won' } } : no('notAllowed');
    case 'lose':
      if (!isOpen) return no('notAllowed');
      return step.reason.trim() === '' ? no('textMissing') : { ok: true, to: { ...lead, status: 'lost' } };
    case 'reopen':
      if (lead.status !== 'lost') return no('notAllowed');
      return { ok: true, to: { status: 'following', ownerId: lead.ownerId ?? step.by } };
    case 'undoWin':
      if (lead.status !== 'won') return no('notAllowed');
      if (step.reason.trim() === '') return no('textMissing');
      return { ok: true, to: { status: 'following', ownerId: lead.ownerId ?? step.by } };
    case 'note':
      return step.text.trim() === '' ? no('textMissing') : { ok: true, to: lead };
    case 'remind':
      if (!isOpen) return no('notAllowed');
      return step.on !== null && step.on < step.today ? no('dayPassed') : { ok: true, to: lead };
  }
};

/** What can be done with a lead now; a take by its owner changes nothing. */
export const leadActionsOn = (lead: LeadState, by: string): readonly LeadAction[] => {
  if (lead.status === 'lost') return ['reopen', 'note'];
  if (lead.status === 'won') return ['undoWin', 'note'];
  return lead.ownerId === by
    ? ['win', 'note', 'remind', 'assign', 'lose']
    : ['take', 'win', 'note', 'remind', 'assign', 'lose'];
};
