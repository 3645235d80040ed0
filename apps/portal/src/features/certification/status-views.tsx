import { type CertificationSecret, certificationFields } from '@ronghui/domain/certification-form';
import { Button, Callout, Card, DateTime, Facts, Masked } from '@ronghui/ui';
import { showError } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { withProof } from '#features/safety/safety.shared.ts';
import css from './certification.module.css';
import { type Certification, revealNumber } from './certification-queries.ts';
import { FormFacts } from './form-facts.tsx';
import { fieldsOf, masksOf } from './wizard-fields.ts';

interface ViewProps {
  readonly certification: Certification;
}

/** The masked numbers, each revealed on demand. */
const Numbers = ({ certification: { submissionNo, form } }: ViewProps): JSX.Element | null => {
  if (submissionNo === null || form === null) return null;
  const masks = masksOf(form);
  const reveal = (field: CertificationSecret) => async (): Promise<string> => {
    const value = await withProof(`查看${certificationFields[field].label}`, (stepTicket) =>
      revealNumber({ id: submissionNo, field, stepTicket }),
    ).catch((error: unknown) => {
      showError('personal.reveal', error);
      throw error;
    });
    // The user cancelled, so the number stays masked without a message.
    if (value === null) throw new Error('no proof was given');
    return value;
  };
  const names = (['legalIdNo', 'agentIdNo', 'bankAccountNo'] as const).filter((name) => masks[name]);
  return (
    <Facts
      columns={2}
      items={names.map((name) => {
        const { label } = certificationFields[name];
        return { label, value: <Masked value={masks[name] ?? ''} label={label} reveal={reveal(name)} /> };
      })}
    />
  );
};

/** The submitted form, with masked numbers. */
const Submitted = ({
  title = '已提交的资料',
  certification,
}: ViewProps & { readonly title?: string }): JSX.Element | null => {
  const { form } = certification;
  if (form === null) return null;
  return (
    <Card title={title}>
      <div className={css.parts}>
        <FormFacts fields={fieldsOf(form)} masks={{}} />
        <Numbers certification={certification} />
      </div>
    </Card>
  );
};

/** The view of a certification under review. @source R4.11 */
export const PendingView = ({ certification }: ViewProps): JSX.Element => (
  <div className={css.wizard}>
    <Callout tone="info" role="status">
      <p>
        认证资料已于 <DateTime value={certification.submittedAt} /> 提交，正在审核，结果会通知您。
        {certification.isCertified ? '审核期间，原来的认证继续有效。' : '审核期间不能修改资料。'}
      </p>
    </Callout>
    <Submitted certification={certification} />
  </div>
);

/** The view of a passed certification. @source R4.11 */
export const PassedView = ({ certification, onChange }: ViewProps & { onChange?: () => void }): JSX.Element => (
  <div className={css.wizard}>
    <Card
      title="企业已认证"
      actions={
        onChange === undefined ? null : (
          <Button onClick={onChange}>{certification.draft === undefined ? '提交变更' : '继续变更'}</Button>
        )
      }
    >
      <p>
        审核于 <DateTime value={certification.reviewedAt} fallback={'此前'} /> 通过，账单、对账与导出已经打开。
        资料有变化的，请提交变更；新的资料通过之前，现在的认证继续有效。
      </p>
      {certification.draft === undefined ? null : (
        <p className={css.remark}>您有一份尚未提交的变更，可以继续填写；下面是现在有效的资料。</p>
      )}
    </Card>
    <Submitted title="有效的资料" certification={certification} />
  </div>
);

const words: Readonly<Record<Certification['status'], string>> = {
  none: '企业还没有认证。',
  pending: '认证资料正在审核。',
  pendingTransfer: '认证等待打款验证。',
  passed: '企业已认证。',
  rejected: '认证未通过，需要更正后重新提交。',
};

/** The view for members who may not certify. */
export const ReadOnlyView = ({ certification }: ViewProps): JSX.Element => (
  <Card title="认证状态">
    <p>{words[certification.status]}</p>
    {certification.isCertified && certification.status !== 'passed' ? <p>原来的认证继续有效。</p> : null}
    <p className={css.remark}>企业认证由主账号办理，如有疑问请联系主账号。</p>
  </Card>
);
