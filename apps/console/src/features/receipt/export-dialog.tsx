import type { CallInput } from '@ronghui/client';
import { type ExportFormat, exportFormatNames, exportFormats } from '@ronghui/domain/export';
import { type ReceiptFile, receiptFileNames, receiptFiles } from '@ronghui/domain/receipt/receipt-file';
import { Button, Dialog, RadioGroup } from '@ronghui/ui';
import { saveFile } from '@ronghui/web/files/save-file';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './receipt.module.css';
import { exportReceipts } from './receipt-queries.ts';

const hints: Readonly<Record<ReceiptFile, string>> = {
  receipts: '每笔收款一行：金额、已认、已退与未认',
  applications: '每次认款一行：认到哪张账单或订单，撤销的另计',
};
const contents = receiptFiles.map((value) => ({ value, label: receiptFileNames[value], hint: hints[value] }));
const formats = exportFormats.map((value) => ({ value, label: exportFormatNames[value] }));

interface ExportDialogProps {
  /** As the list asks it. */
  readonly filter: Omit<CallInput<'ops.receipt.export'>, 'content' | 'format'>;
  readonly onClose: () => void;
}

/** Asks what of the filtered receipts is saved, and as what. @source R15.3, receipts 1.2 */
export const ExportDialog = ({ filter, onClose }: ExportDialogProps): JSX.Element => {
  const [content, setContent] = useState<ReceiptFile>('receipts');
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [isRunning, setRunning] = useState(false);
  const save = async (): Promise<void> => {
    setRunning(true);
    try {
      saveFile(await exportReceipts({ content, format, ...filter }));
      onClose();
    } catch (error) {
      showError('ops.receipt.export', error);
    } finally {
      setRunning(false);
    }
  };
  return (
    <Dialog
      open
      title="导出筛选出的收款"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" loading={isRunning} onClick={() => void save()}>
            导出
          </Button>
        </>
      }
    >
      <div className={css.body}>
        <RadioGroup
          label="内容"
          options={contents}
          value={content}
          onValueChange={(value) => setContent(receiptFiles.find((one) => one === value) ?? 'receipts')}
        />
        <RadioGroup
          label="格式"
          options={formats}
          value={format}
          onValueChange={(value) => setFormat(exportFormats.find((one) => one === value) ?? 'xlsx')}
        />
      </div>
    </Dialog>
  );
};
