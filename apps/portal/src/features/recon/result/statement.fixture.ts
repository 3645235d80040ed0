import { fen, noFen } from '@ronghui/domain/money';
import { closedRun } from './result.fixture.ts';
import type { Statement } from './result-queries.ts';

/** The statement of that. */
export const statement: Statement = {
  run: closedRun,
  tenantName: '示例商贸有限公司',
  linesSha256: 'b7'.padEnd(64, '1'),
  version: 2,
  bills: [
    {
      billNo: 'ZD20261118-00000042',
      lines: 1277,
      linesSha256: 'd5'.padEnd(64, '3'),
      amount: fen(12_841_030),
      adjusted: noFen,
    },
  ],
  items: {
    count: 1282,
    rowsSha256: 'e6'.padEnd(64, '4'),
    conclusionsSha256: 'e7'.padEnd(64, '5'),
    decisionsSha256: 'e8'.padEnd(64, '6'),
  },
  sha256: 'c4d1'.padEnd(64, '2'),
};
