import { Button, Card, CheckIcon, VisuallyHidden } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import css from './guide.module.css';
import type { Summary } from './home-queries.ts';

type Status = Summary['certification']['status'];

/** A step of the guide; `action` where the merchant can do something now. */
interface Step {
  readonly title: string;
  readonly text: string;
  readonly isDone: boolean;
  readonly action: { readonly label: string; readonly href: string } | null;
}

const certificationTexts: Readonly<Record<Status, readonly [text: string, action: string | null]>> = {
  none: ['备好营业执照与法定代表人身份证，填写约十分钟。', '去认证'],
  pending: ['资料审核中，结果会以通知告诉您；可以先去选购。', null],
  pendingTransfer: ['请查收打款，把到账金额填回来。', '去验证'],
  rejected: ['有资料需要修改，逐项写明了原因。', '去修改'],
  passed: ['已通过认证。', null],
};

const stepsOf = ({ certification, guide }: Summary): readonly Step[] => {
  const [text, label] = certificationTexts[certification.status];
  const ordered = guide?.ordered === true;
  const verify = label === null ? null : { label, href: href(paths.verify()) };
  return [
    { title: '认证企业', text, isDone: certification.isCertified, action: certification.isCertified ? null : verify },
    {
      title: '选购产品',
      text: ordered ? '订单已提交。' : '先看价格与协议，认证通过之前也可以提交订单。',
      isDone: ordered,
      action: ordered ? null : { label: '选购产品', href: href(paths.products()) },
    },
    {
      title: '付款开通',
      text: '审核通过后按订单所示账户转账并上传凭证，核对到账即开通。',
      isDone: guide?.paid === true,
      action: ordered && guide?.paid === false ? { label: '查看订单', href: href(paths.orders()) } : null,
    },
  ];
};

/** The three steps of a new tenant, with what is done; the first one that is open leads on. @source R10.1 */
export const Guide = ({ summary }: { summary: Summary }): JSX.Element => {
  const steps = stepsOf(summary);
  const next = steps.findIndex(({ isDone, action }) => !isDone && action !== null);
  return (
    <Card title="三步开通" actions={<Progress steps={steps} />}>
      <ol className={css.steps}>
        {steps.map(({ title, text, isDone, action }, place) => (
          <li key={title} className={isDone ? css.done : undefined} aria-current={place === next ? 'step' : undefined}>
            <span className={css.mark}>{isDone ? <CheckIcon size={16} /> : place + 1}</span>
            <div className={css.words}>
              <h3 className={css.title}>
                {title}
                {isDone ? <VisuallyHidden>（已完成）</VisuallyHidden> : null}
              </h3>
              <p>{text}</p>
            </div>
            {action === null ? null : (
              <Button size="small" variant={place === next ? 'primary' : 'secondary'} href={action.href}>
                {action.label}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
};

const Progress = ({ steps }: { steps: readonly Step[] }): JSX.Element => (
  <span className={css.progress}>
    已完成 {steps.filter(({ isDone }) => isDone).length} / {steps.length}
  </span>
);
