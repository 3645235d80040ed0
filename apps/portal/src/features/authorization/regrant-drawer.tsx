import type { CallError } from '@ronghui/client';
import { consentUntil } from '@ronghui/domain/authorization';
import { AgreementBoxes, Button, Callout, DateTime, Drawer, Facts, FormStack } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { serverNow } from '@ronghui/web/calls/call';
import { useForm } from '@ronghui/web/forms/form';
import { href } from '@ronghui/web/navigation/hash-location';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { readAgreement, useAgreementBoxes, useReadMarks } from '#features/agreement/agreement.shared.ts';
import { paths } from '#kernel/paths.ts';
import { type AuthorizationDetail, grantAgain, type Regrant } from './authorization-queries.ts';

interface RegrantProps {
  readonly record: AuthorizationDetail;
  readonly regrant: Regrant;
  readonly onClose: () => void;
  /** Shows the record that replaced the former one. */
  readonly onGranted: (recordId: string) => void;
}

/** Gives a consent again under the same rules as the first time: the present text read to its end, an unticked box of its own. @source R10.6 */
export const RegrantDrawer = ({ record, regrant, onClose, onGranted }: RegrantProps): JSX.Element => {
  const { agreement, orderNo } = regrant;
  // Here the tick is required, even where it was optional the first time.
  const asked = [{ ...agreement, required: true }];
  const boxes = useAgreementBoxes(asked);
  const readMarks = useReadMarks(asked);
  const attempt = useAttemptKey();
  const form = useForm({ name: 'authorization-grant', initial: {}, hints: () => ({}) });
  const { ticked, errors, onChange } = boxes;
  const send = async (): Promise<void> => {
    const { items } = await attempt({ orderNo, agreements: [...boxes.accepted] }, grantAgain);
    showToast('ok', '已重新授权');
    const given = items.find(({ agreementId }) => agreementId === agreement.id);
    if (given === undefined) onClose();
    else onGranted(given.recordId);
  };
  const onRefused = ({ errCode }: CallError): void => {
    if (errCode === 'RHAG001') boxes.askAgain();
  };
  return (
    <Drawer
      open
      onClose={onClose}
      title="重新授权"
      actions={
        <Button type="submit" form={form.id} variant="primary" loading={form.running}>
          重新授权
        </Button>
      }
    >
      <FormStack
        id={form.id}
        aria-label="重新授权"
        onSubmit={(event) => form.submit(event, { isReady: boxes.isComplete, send, onRefused })}
      >
        {agreement.version === record.version ? null : (
          <Callout tone="warn">
            文本已经更新：您此前同意的是 {record.version} 版，现在是 {agreement.version} 版，请重新阅读。
          </Callout>
        )}
        <Facts items={factsOf(record, regrant)} />
        <AgreementBoxes
          legend={record.orgName === undefined ? '协议' : `单独同意：向${record.orgName}提供办理所需的信息`}
          agreements={asked}
          ticked={ticked}
          errors={errors}
          onChange={onChange}
          read={readAgreement}
          readToEnd={readMarks}
        />
      </FormStack>
    </Drawer>
  );
};

const factsOf = ({ purpose, orgName, productName }: AuthorizationDetail, { orderNo, agreement }: Regrant) => {
  const until = consentUntil(agreement.scene, new Date(serverNow()));
  return [
    { label: '用途', value: purpose },
    ...(orgName === undefined ? [] : [{ label: '机构', value: orgName }]),
    ...(productName === undefined ? [] : [{ label: '产品', value: productName }]),
    { label: '订单', value: <a href={href(paths.order(orderNo))}>{orderNo}</a> },
    {
      label: '有效期至',
      value: until === null ? '撤回为止' : <DateTime value={until.toISOString()} precision="date" />,
    },
  ];
};
