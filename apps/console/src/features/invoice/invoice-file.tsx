import type { CallInput } from '@ronghui/client';
import { uploadMegabytes } from '@ronghui/domain/file-kind';
import { invoiceFileFault, invoiceFileNames } from '@ronghui/domain/invoice/invoice-file';
import { Button, FileInput, FormField, UploadBar } from '@ronghui/ui';
import { useUpload } from '@ronghui/web/files/upload';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './invoice.module.css';
import { type InvoiceDetail, saveInvoice, uploadInvoice } from './invoice-queries.ts';

interface InvoiceFileProps {
  readonly invoice: InvoiceDetail;
  readonly mayWrite: boolean;
}

/** The file of an invoice: fetched, and brought by the desk where the invoice was issued elsewhere. @source R10.12, R5.7 */
export const InvoiceFile = ({ invoice, mayWrite }: InvoiceFileProps): JSX.Element => {
  const { invoiceNo, status, hasFile, files, isDemonstration } = invoice;
  return (
    <>
      {files.length > 1 ? (
        <ul className={css.actions} aria-label="发票文件">
          {files.map(({ kind, isRed }) => (
            <li key={`${isRed} ${kind}`}>
              <DownloadButton
                asked={{ invoiceNo, kind, isRed }}
                label={`${isRed ? '红字发票 ' : ''}${invoiceFileNames[kind]}`}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {hasFile && files.length < 2 ? <DownloadButton asked={{ invoiceNo }} label="发票" /> : null}
      {mayWrite && status === 'issued' && !isDemonstration ? <HandOver invoice={invoice} /> : null}
    </>
  );
};

const DownloadButton = ({ asked, label }: { asked: CallInput<'ops.invoice.download'>; label: string }): JSX.Element => {
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await saveInvoice(asked);
    } catch (error) {
      showError('ops.invoice.download', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <Button loading={isBusy} onClick={() => void save()}>
        {label === '发票' ? '下载发票' : `下载 ${label}`}
      </Button>
    </div>
  );
};

const HandOver = ({ invoice: { invoiceNo, version, hasFile } }: { invoice: InvoiceDetail }): JSX.Element => {
  const { running, fault, upload } = useUpload({
    name: `invoice ${invoiceNo}`,
    kinds: [],
    faultOf: (file) => invoiceFileFault(file, uploadMegabytes),
    store: async (file, options) => (await uploadInvoice({ invoiceNo, version, file, ...options })).invoiceNo,
    onStored: () => showToast('ok', '发票文件已上传，商户可以下载'),
  });
  return (
    <div className={css.file}>
      <FormField
        label="发票文件"
        hint={`PDF、OFD 或 XML，最大 ${uploadMegabytes}\u00a0MB；上传后商户即可下载${hasFile ? '，原来的文件被替换' : ''}`}
        error={fault}
      >
        <FileInput
          text={hasFile ? '更换文件' : '上传文件'}
          accept=".pdf,.ofd,.xml"
          disabled={running !== undefined}
          onChoose={([file]) => file && void upload(file)}
        />
      </FormField>
      {running === undefined ? null : (
        <UploadBar label={running.name} percent={running.percent} onCancel={running.cancel} />
      )}
    </div>
  );
};
