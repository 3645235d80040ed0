import type { LeadStatus } from '@ronghui/domain/lead';
import type { TakenStep, Tone } from '@ronghui/ui';
import type { LeadAction, LeadDetail } from './lead-queries.ts';

export const statusTones: Readonly<Record<LeadStatus, Tone>> = {
  new: 'warn',
  following: 'info',
  won: 'ok',
  lost: 'neutral',
};

/** The buttons of the steps. */
export const actionNames: Readonly<Record<LeadAction, string>> = {
  take: '领取',
  assign: '转交',
  win: '成交',
  lose: '未成交',
  reopen: '重新跟进',
  undoWin: '更正成交',
  note: '添加记录',
  remind: '提醒',
};

type Step = LeadDetail['steps'][number];

/** The newest step: by whom, when and what. */
export const lastStepOf = ({ steps: [last] }: Pick<LeadDetail, 'steps'>): TakenStep | undefined =>
  last && { by: last.by, at: last.at, what: stepVerb(last) };

/** What a colleague did, as the end of a sentence that begins with the colleague and the time. */
const stepVerb = ({ action, toName, remindOn }: Step): string => {
  switch (action) {
    case 'take':
      return '领取';
    case 'assign':
      return toName == null ? '转交' : `转交给 ${toName}`;
    case 'win':
      return '标为成交';
    case 'lose':
      return '标为未成交';
    case 'reopen':
      return '重新跟进';
    case 'undoWin':
      return '更正了成交';
    case 'note':
      return '添加了跟进记录';
    case 'remind':
      return remindOn == null ? '取消了提醒' : '设置了提醒';
  }
};

/** A step of the history in words. */
export const stepTitle = ({ action, toName, remindOn }: Step): string => {
  switch (action) {
    case 'take':
      return '领取';
    case 'assign':
      return `转交给 ${toName ?? ''}`;
    case 'win':
      return '成交';
    case 'lose':
      return '未成交';
    case 'reopen':
      return '重新跟进';
    case 'undoWin':
      return '更正成交，退回跟进';
    case 'note':
      return '跟进记录';
    case 'remind':
      return remindOn == null ? '取消提醒' : `提醒：${remindOn}`;
  }
};
