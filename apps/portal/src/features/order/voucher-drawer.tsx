import { uploadMegabytes } from '@ronghui/domain/file-kind';
import { rmbText } from '@ronghui/domain/money';
import {
  Button,
  Callout,
  CloseIcon,
  DateField,
  Drawer,
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

type Voucher = OrderDetail['vouchers'][number];
type KeptFile = Voucher['files'][number];

/** The selected files, limited in kind, size and number, beside those of the returned voucher that are sent again. */
const useFiles = (before: readonly KeptFile[]) => {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [kept, setKept] = useState(before);
  const [fault, setFault] = useState<string>();
  return {
    files,
    kept,
    fault,
    setFault,
    add: (more: readonly File[]): void => {
      const right = more.filter((file) => faultOf(file) === undefined);
      const all = [...files, ...right];
      const most = filesAtMost - kept.length;
      setFiles(all.slice(0, most));
      setFault(
        all.length > most ? `最多 ${filesAtMost}\u00a0个文件` : more.map(faultOf).find((each) => each !== undefined),
      );
    },
    drop: (file: File): void => setFiles((now) => now.filter((each) => each !== file)),
    dropKept: (fileId: string): void => setKept((now) => now.filter((each) => each.fileId !== fileId)),
  };
};

/** What the form begins with: of a returned voucher all that was given, so that only what was wrong is given again. */
const beginningOf = (returned: Voucher | undefined, tenant: string) =>
  returned === undefined
    ? { ...paidTextsOf(serverNow()), payerName: tenant }
    : { ...paidTextsOf(Date.parse(returned.paidAt)), payerName: returned.payerName };

interface VoucherProps {
  readonly order: OrderDetail;
  readonly onClose: () => void;
}

/** The form of a voucher, with its files and the submission. */
const useVoucher = ({ order: { orderNo, voucherStatus, vouchers }, onClose }: VoucherProps) => {
  const user = useUser();
  const tenant = user?.tenants.find(({ tenantId }) => tenantId === user.tenantId)?.name ?? '';
  const returned = voucherStatus === 'returned' ? vouchers[0] : undefined;
  const chosen = useFiles(returned?.files ?? []);
  const stored = useRef(new Map<File, string>());
  const attempt = useAttemptKey();
  const today = todayInShanghai(serverNow());
  const form = useForm({
    name: `voucher-${orderNo}-${returned?.voucherId ?? ''}`,
    initial: beginningOf(returned, tenant),
    hints: ({ paidAt, paidTime, payerName }) => ({
      paidAt: paidDayHint(paidAt, today),
      paidTime: paidTimeHint(paidTime),
      payerName: requiredHint(payerName, '付款方户名'),
    }),
  });
  const { paidAt, paidTime, payerName } = form.fields;
  const isReady = (): boolean => {
    if (chosen.files.length + chosen.kept.length > 0) return true;
    chosen.setFault('请选择银行回单');
    return false;
  };
  const send = async (): Promise<void> => {
    const fresh = await storeFiles(chosen.files, stored.current);
    const input = {
      orderNo,
      fileIds: [...chosen.kept.map(({ fileId }) => fileId), ...fresh],
      paidAt: paidInstantOf(paidAt, paidTime),
      payerName: payerName.trim(),
    };
    await attempt(input, sendVoucher);
    form.clear();
    showToast('ok', '凭证已提交，我们核对到账之后通知您');
    onClose();
  };
  return { form, chosen, today, returned, isReady, send };
};

/** Sends a voucher: the bank's slip, the time of payment, and the payer; it closes once the voucher is sent. @source R10.2 */
export const VoucherDrawer = (props: VoucherProps): JSX.Element => {
  const { form, chosen, today, returned, isReady, send } = useVoucher(props);
  const { order, onClose } = props;
  return (
    <Drawer
      open
      onClose={onClose}
      title={returned === undefined ? '上传凭证' : '重新上传凭证'}
      actions={
        <Button type="submit" form={form.id} variant="primary" loading={form.running}>
          提交凭证
        </Button>
      }
    >
      <FormStack id={form.id} aria-label="上传付款凭证" onSubmit={(event) => form.submit(event, { isReady, send })}>
        {returned === undefined ? (
          <p>
            订单 {order.orderNo}，金额 {rmbText(order.totalAmount)}
          </p>
        ) : (
          <Callout tone="bad">退回原因：{returned.reason ?? '—'}。上次填写的内容已带入，只需改正有误的部分。</Callout>
        )}
        <FormField
          label="付款凭证"
          hint={`银行电子回单，PDF、PNG 或 JPEG，每个不超过 ${uploadMegabytes}\u00a0MB，最多 ${filesAtMost}\u00a0个`}
          error={chosen.fault}
        >
          <FileInput
            text={chosen.files.length + chosen.kept.length === 0 ? '选择文件' : '继续添加'}
            accept={endingsOf(kinds)}
            multiple
            onChoose={chosen.add}
          />
        </FormField>
        <ChosenFiles chosen={chosen} />
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
      </FormStack>
    </Drawer>
  );
};

const ChosenFiles = ({ chosen: { files, kept, drop, dropKept } }: { chosen: ReturnType<typeof useFiles> }) =>
  files.length + kept.length === 0 ? null : (
    <ul className={css.vouchers} aria-label="已选择的文件">
      {kept.map(({ fileId, name }) => (
        <ChosenFile key={fileId} name={name} onDrop={() => dropKept(fileId)} />
      ))}
      {files.map((file) => (
        <ChosenFile key={`${file.name} ${file.size} ${file.lastModified}`} name={file.name} onDrop={() => drop(file)} />
      ))}
    </ul>
  );

const ChosenFile = ({ name, onDrop }: { name: string; onDrop: () => void }): JSX.Element => (
  <li className={css.voucher}>
    <span>{name}</span>
    <IconButton size="small" label={`去掉 ${name}`} icon={<CloseIcon size={16} />} onClick={onDrop} />
  </li>
);
