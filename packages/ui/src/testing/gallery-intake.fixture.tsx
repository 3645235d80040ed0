import { type JSX, useState } from 'react';
import * as ui from '../index.ts';
import { type PageProps, Shell } from './gallery-shell.fixture.tsx';

const leftOut = Array.from({ length: 23 }, (_, place) => ({
  row: 9 + place,
  reason: place % 3 === 0 ? '合计行' : '没有成功的交易',
  cells: ['合计', '2026-11-08', '上海某某商贸有限公司与一个很长的名字', '1,234.50'],
  ...(place % 2 === 0 && { amount: 123_450 + place }),
  canTakeIn: place % 2 === 0,
}));
const faulty = [
  {
    row: 7,
    cells: ['LN-7', '2026-13-08', '一百元'],
    faults: [
      { field: 'day', text: '2026-13-08', reason: '不是日期' },
      { field: 'amount', text: '一百元', reason: '不是数字' },
    ],
  },
];
const sums = [
  { row: 9, column: 2, stated: 900, read: 900 },
  { row: 12, column: 2, stated: 900, read: 880 },
];
const sheets = [
  { at: 0, name: '封面', isRead: false, hasRows: false, isHidden: false },
  { at: 1, name: '十月', isRead: true, hasRows: true, isHidden: false },
  { at: 2, name: '底稿', isRead: false, hasRows: true, isHidden: true },
];

const yuan = (amount: number): string => `¥${amount}`;

/** A file that a person brings, before it counts. */
export function Intake({ pageType }: PageProps): JSX.Element {
  const [takenIn, setTakenIn] = useState<readonly number[]>([9]);
  const [skipped, setSkipped] = useState(0);
  const [sheet, setSheet] = useState(1);
  return (
    <Shell pageType={pageType}>
      <ui.Section level={1} title="导入" tight>
        <ui.Card title="核对各列">
          <ui.FormStack>
            <ui.SheetChoice
              sheets={sheets.map((each) => ({ ...each, isRead: each.at === sheet }))}
              onChoose={setSheet}
            />
            <ui.ReadingNotes
              notes={[
                { kind: 'note', text: '单位：万元，已换算为元' },
                { kind: 'question', text: '没有认出“业务编号”的列' },
              ]}
              actionOf={() => <ui.Button size="small">不用选</ui.Button>}
            />
            <ui.ReadFigures rows={1234} sums={[{ label: '收入', amount: '¥1,234.50' }]} onlyFirst={100_000} />
            <ui.StatedSums sums={sums} amountText={yuan} differenceOf={(amount, less) => amount - less} />
            <ui.FaultyRows
              rows={faulty}
              total={skipped > 0 ? 0 : 1}
              fieldName={(field) => (field === 'day' ? '日期' : '金额')}
              skipped={skipped}
              onSkip={setSkipped}
            />
            <ui.FirstRows
              label="前几行"
              columns={[
                { key: 0, name: '业务编号' },
                { key: 1, name: '金额', isNumber: true },
                { key: 2, name: '备注', control: <ui.Select aria-label="含义" placeholder="不使用" options={[]} /> },
              ]}
              rows={[
                { row: 2, cells: [{ text: 'LN-1' }, { text: '1,234.50' }, { text: '手工', isUnused: true }] },
                { row: 7, cells: [{ text: 'LN-7' }, { text: '一百元', fault: '不是金额：应如 1,234.56' }, {}] },
              ]}
            />
            <ui.LeftOutRows
              rows={leftOut.filter(({ row }) => !takenIn.includes(row))}
              total={leftOut.length - takenIn.length}
              amountText={yuan}
              takenIn={takenIn}
              onTakeIn={(row) => setTakenIn([...takenIn, row])}
              onTakeBack={(row) => setTakenIn(takenIn.filter((each) => each !== row))}
            />
          </ui.FormStack>
        </ui.Card>
      </ui.Section>
    </Shell>
  );
}
