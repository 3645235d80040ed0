import { expect, it } from 'vitest';
import { mappingFor } from './saved-mapping.ts';

it('R11.6 a kept mapping finds its columns by their names, wherever they stand, and says which a file does not have', () => {
  const columns = ['金额', '借据', '日期', '日期'].map((name, column) => ({ column, name, samples: [] }));
  expect(
    mappingFor(
      [
        { field: 'loanNo', column: 7, name: '借据' },
        { field: 'unit', value: '笔' },
        { field: 'occurredOn', column: 0, name: '日期' },
        { field: 'org', column: 1, name: '资金方' },
      ],
      { columns },
    ),
  ).toEqual({
    mapping: [
      { field: 'loanNo', column: 1, name: '借据' },
      { field: 'unit', value: '笔' },
    ],
    missing: ['日期', '资金方'],
  });
});
