import { fen } from '@ronghui/domain/money';
import type { Feedback, FeedbackDetail } from './feedback-queries.ts';

/** A feedback on a whole bill that waits for its answer until the end of 25 November, in the list. */
export const feedback: Feedback = {
  feedbackNo: 'FK20261120-00000018',
  billNo: 'ZD20261118-00000042',
  direction: 'payable',
  stageName: '2026 年 10 月',
  productName: '经营贷款咨询',
  orgName: '岚汀小贷',
  status: 'open',
  withdrawn: false,
  claimedAmount: fen(100_000),
  standingAmount: fen(120_000),
  lineCount: 0,
  answerBy: '2026-11-25T16:00:00.000Z',
  late: false,
  createdAt: '2026-11-20T02:00:00.000Z',
  version: 1,
};

/** Its detail. */
export const detail: FeedbackDetail = {
  ...feedback,
  reason: '少计了一笔退费',
  lineIds: [],
  lines: [],
  messages: [
    {
      kind: 'claim',
      from: 'merchant',
      by: '王小明',
      content: '少计了一笔退费',
      files: [{ fileId: 'f1', name: '退费单.jpg' }],
      at: '2026-11-20T02:00:00.000Z',
    },
  ],
  billAmount: fen(120_000),
  billStatus: 'disputed',
  reopened: false,
  canReopen: false,
};

/** The same once it was answered by another amount. */
export const answered: FeedbackDetail = {
  ...detail,
  status: 'resolved',
  billAmount: fen(110_000),
  billStatus: 'pending',
  canReopen: true,
  answer: {
    action: 'adjust',
    fromAmount: fen(120_000),
    toAmount: fen(110_000),
    reason: '退费核实一半',
    at: '2026-11-21T02:00:00.000Z',
  },
  messages: [
    ...detail.messages,
    {
      kind: 'answer',
      from: 'ops',
      by: '平台运营',
      content: '退费核实一半',
      files: [],
      at: '2026-11-21T02:00:00.000Z',
      action: 'adjust',
      fromAmount: fen(120_000),
      toAmount: fen(110_000),
    },
  ],
};
