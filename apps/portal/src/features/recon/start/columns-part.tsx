import { Button, Callout, PageState, SheetChoice, Skeleton } from '@ronghui/ui';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { JSX } from 'react';
import { ColumnsList } from './columns-list.tsx';
import { ColumnsTable } from './columns-table.tsx';
import { Formats } from './formats.tsx';
import { type Preview, unreadableReason } from './ledger-queries.ts';
import { type ColumnsProps, skippedText, unusedNames } from './mapping.ts';
import { ReadingPart } from './reading-part.tsx';
import css from './start.module.css';
import type { NewRun } from './use-new-run.ts';

const faultId = 'recon-mapping-fault';
const shapeNames = { weChatPay: '微信支付账单', alipay: '支付宝账单', plain: undefined } as const;

/** How the columns came to their meanings. */
const originText = ({ shape, source, headRow }: Preview): string => {
  const head = `表头在第\u00a0${headRow}\u00a0行，`;
  if (source !== undefined) return `${head}已沿用保存的来源“${source}”，请核对。`;
  const name = shapeNames[shape];
  return name === undefined ? `${head}已按列名识别，请核对。` : `已识别为${name}，${head}请核对。`;
};

/** What the columns of the ledger stand for, with its first rows as they are read. @source R13.1 */
export const ColumnsPart = ({ run, onSave }: { run: NewRun; onSave: () => void }): JSX.Element => {
  const { preview, mapping, fault, setMapping } = run;
  const reason = unreadableReason(preview.error);
  if (reason !== undefined && preview.state.status === 'failed') {
    return (
      <Callout tone="bad" role="alert">
        {reason}。请换一个文件。
      </Callout>
    );
  }
  return (
    <PageState state={preview.state} loading={<Skeleton shape="row" count={5} />} empty={null} onRetry={preview.retry}>
      {(data) => (
        <Columns
          run={run}
          preview={data}
          mapping={mapping ?? data.mapping}
          fault={fault}
          faultId={faultId}
          onChange={setMapping}
          onSave={onSave}
        />
      )}
    </PageState>
  );
};

/** The words above the columns; rows below the head have a list of their own, once all of it was read. */
const beginningText = (preview: Preview): string => {
  const { skipped, survey, headRow } = preview;
  const above = survey === undefined ? skipped : skipped.filter(({ row }) => row < headRow);
  return `${originText(preview)}${above.length === 0 ? '' : `略过：${skippedText(above)}。`}`;
};

const Columns = ({
  run,
  onSave,
  ...props
}: ColumnsProps & { readonly run: NewRun; readonly onSave: () => void }): JSX.Element => {
  const { preview, mapping, fault } = props;
  const pageType = usePageType();
  const unused = unusedNames(preview, mapping);
  return (
    <div className={css.part}>
      {preview.sheets === undefined ? null : (
        <div className={css.formats}>
          <SheetChoice sheets={preview.sheets} onChoose={run.setSheet} />
        </div>
      )}
      <p className={css.note}>{beginningText(preview)}</p>
      {pageType === 'PC' ? (
        <>
          <ColumnsTable {...props} />
          <p id={faultId} className={css.fault} role="alert">
            {fault?.message}
          </p>
        </>
      ) : (
        <ColumnsList {...props} />
      )}
      {unused.length === 0 ? null : <p className={css.note}>未使用的列：{unused.join('、')}</p>}
      <Formats {...props} />
      <ReadingPart run={run} preview={preview} mapping={mapping} />
      <div>
        <Button size="small" disabled={fault !== undefined} onClick={onSave}>
          保存为来源
        </Button>
      </div>
    </div>
  );
};
