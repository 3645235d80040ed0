import { percentText, rateOf, rmbText } from '@ronghui/domain/money';
import { CopyButton, DateTime, Facts, Skeleton } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import type { JSX } from 'react';
import css from './result.module.css';
import type { Run } from './result-queries.ts';
import { counted, listsRows, skippedText, takenInText } from './result-words.ts';
import { ruleSentence } from './rules/rule-words.ts';

/** Fetches what shows how the file was read, also ahead. */
export const loadRunReading = () => import('./run-reading.tsx');
const RunReading = lazyPart(loadRunReading, <Skeleton shape="row" />);

/** 12 KB, 3.4 MB */
export const sizeText = (bytes: number): string =>
  bytes < 1_048_576
    ? `${Math.max(1, Math.round(bytes / 1024))}\u00a0KB`
    : `${(bytes / 1_048_576).toLocaleString('en-US', { maximumFractionDigits: 1 })}\u00a0MB`;

/** What was tolerated, in words. */
export const toleranceText = ({ settings: { amountTolerance, amountRate, dayTolerance } }: Run): string => {
  const amounts = [
    ...(amountTolerance > 0 ? [rmbText(amountTolerance)] : []),
    ...(amountRate > 0 ? [`金额的 ${percentText(rateOf(amountRate, 'millionths'))}`] : []),
  ];
  const amount = amounts.length === 0 ? '金额须相等' : `金额相差不超过 ${amounts.join('或')}`;
  return `${amount}，日期相差不超过 ${counted(dayTolerance, '天')}`;
};

/** The rules that held when a run was started; undefined without any. */
export const rulesText = ({ rules = [] }: Run): string | undefined =>
  rules.length === 0 ? undefined : rules.map((rule) => ruleSentence(rule)).join('；');

/** What a run compared, and with which tolerance. */
export const RunFacts = ({ run }: { run: Run }): JSX.Element => {
  const { name, size, sha256, rows, startedBy, createdAt, isFileKept, removedAt, removedBy } = run;
  return (
    <div className={css.stack}>
      <Facts
        columns={2}
        items={[
          { label: '商户账文件', value: `${name}（${sizeText(size)}）` },
          {
            label: '文件校验码',
            value: (
              <span className={css.digestLine}>
                <span className={css.digest}>{sha256}</span> <CopyButton text={sha256} label="复制文件校验码" />
              </span>
            ),
          },
          { label: '数据行', value: rows === undefined ? undefined : counted(rows, '行') },
          { label: '未读入', value: listsRows(run) ? undefined : skippedText(run) },
          { label: '人工计入', value: takenInText(run) },
          { label: '容差', value: toleranceText(run) },
          { label: '差异规则', value: rulesText(run) },
          {
            label: '发起',
            value: (
              <>
                {startedBy} <DateTime value={createdAt} />
              </>
            ),
          },
          {
            label: '文件',
            value:
              removedAt !== undefined ? (
                <>
                  {removedBy} 于 <DateTime value={removedAt} /> 删除
                </>
              ) : isFileKept ? undefined : (
                '已删除，只留文件名与校验码'
              ),
          },
        ]}
      />
      {listsRows(run) || (run.sums?.length ?? 0) > 0 ? <RunReading run={run} /> : null}
    </div>
  );
};
