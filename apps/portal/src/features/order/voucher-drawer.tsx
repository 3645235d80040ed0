import { uploadMegabytes } from '@ronghui/domain/file-kind';
import {
  Button,
  CloseIcon,
  DateField,
  FileInput,
  FormField,
  FormStack,
  IconButton,
  TextInput,
  todayInShanghai,
} from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { serverNow } from '@ronghui/web/calls/call';
import { chosenFileFault, endingsOf } from '@ronghui/web/files/chosen-file';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useRef, useState } from 'react';
import { useUser } from '#kernel/start-up.ts';
import css from './order-drawer.module.css';
import { type OrderDetail, sendVoucher, storeFiles } from './order-queries.ts';
import { paidDayHint, paidInstantOf, paidTextsOf, paidTimeHint } from './paid-at.ts';

/** The limits of the files of a voucher. @source R5.7, R10.2 */
const filesAtMost = 5;
const kinds = ['pdf', 'png', 'jpeg'] as const;

const faultOf = (file: File): string | undefined => {
  const fault = chosenFileFault(file, kinds);
  return fault === undefined ? undefined : `${file.name}：${fault}`;
};

/** The selected files, limited in kind, size and number. */
const useFiles = () => {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [fault, setFault] = useState<string>();
  return {
    files,
    fault,
    setFault,
    add: (more: readonly File[]): void => {
      const right = more.filter((file) => faultOf(file) === undefined);
      const all = [...files, ...right];
      const isTooMany = all.length > filesAtMost;
      setFiles(all.slice(0, filesAtMost));
      setFault(isTooMany ? `最多 ${filesAtMost} 个文件` : more.map(faultOf).find((each) => each !== undefined));
    },
    drop: (file: File): void => setFiles((before) => before.filter((each) => each !== file)),
    clear: (): void => setFiles([]),
  };
};

/** The form of a voucher: the bank's slip, the time of payment, and the payer. @source R10.2 */
export const VoucherForm = ({ order: { orderNo, vouchers } }: { order: OrderDetail }): JSX.Element => {
  const user = useUser();
  const tenant = user?.tenants.find(({ tenantId }) => tenantId === user.tenantId)?.name ?? '';
  const { files, fault, setFault, add, drop, clear } = useFiles();
  const stored = useRef(new Map<File, string>());
  const attempt = useAttemptKey();
  const today = todayInShanghai(serverNow());
  const form = useForm({
    name: `voucher-${orderNo}`,
    initial: { ...paidTextsOf(serverNow()), payerName: tenant },
    hints: ({ paidAt, paidTime, payerName }) => ({
      paidAt: paidDayHint(paidAt, today),
      paidTime: paidTimeHint(paidTime),
      payerName: requiredHint(payerName, '付款方户名'),
    }),
  });
  const { paidAt, paidTime, payerName } = form.fields;
  const isReady = (): boolean => {
    if (files.length > 0) return true;
    setFault('请选择银行回单');
    return false;
  };
  const send = async (): Promise<void> => {
    const fileIds = await storeFiles(files, stored.current);
    const input = {
      orderNo,
      fileIds,
      paidAt: paidInstantOf(paidAt, paidTime),
      payerName: payerName.trim(),
    };
    await attempt(input, sendVoucher);
    form.clear();
    clear();
    showToast('ok', '凭证已提交，我们核对到账之后通知您');
  };
  const isAgain = vouchers.length > 0;
  return (
    <FormStack id={form.id} aria-label="上传付款凭证" onSubmit={(event) => form.submit(event, { isReady, send })}>
      <FormField
        label={isAgain ? '重新上传凭证' : '付款凭证'}
        hint={`银行电子回单，PDF、PNG 或 JPEG，每个不超过 ${uploadMegabytes} MB，最多 ${filesAtMost} 个`}
        error={fault}
      >
        <FileInput
          text={files.length === 0 ? '选择文件' : '继续添加'}
          accept={endingsOf(kinds)}
          multiple
          onChoose={add}
        />
      </FormField>
      {files.length > 0 ? (
        <ul className={css.vouchers} aria-label="已选择的文件">
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`} className={css.voucher}>
              <span>{file.name}</span>
              <IconButton
                size="small"
                label={`去掉 ${file.name}`}
                icon={<CloseIcon size={16} />}
                onClick={() => drop(file)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <div className={css.paid}>
        <FormField label="付款日期" {...form.field('paidAt')}>
          <DateField {...form.control('paidAt')} max={today} today={today} />
        </FormField>
        <FormField label="付款时间" {...form.field('paidTime')}>
          <TextInput
            {...form.control('paidTime')}
            inputMode="numeric"
            placeholder="09:30"
            maxLength={5}
            autoComplete="off"
          />
        </FormField>
      </div>
      <FormField label="付款方户名" {...form.field('payerName')}>
        <TextInput {...form.control('payerName')} maxLength={80} autoComplete="organization" />
      </FormField>
      <div>
        <Button type="submit" variant="primary" loading={form.running}>
          提交凭证
        </Button>
      </div>
    </FormStack>
  );
};
