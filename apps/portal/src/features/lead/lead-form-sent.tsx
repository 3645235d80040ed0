import { Button, ResultPanel } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useSite } from '#kernel/start-up.ts';
import type { SentLead } from './lead-form.tsx';

/** The ticket number of a message, and what happens next. */
export const LeadFormSent = ({ sent, onAgain }: { sent: SentLead; onAgain: () => void }): JSX.Element => {
  const { phone, hours } = useSite().contacts;
  return (
    <ResultPanel
      title="留言已收到"
      text="请记下工单号，之后联系我们时报上它。"
      reference={{ label: '工单号', value: sent.ticketNo }}
      next={[
        '处理人员先核对您写的内容',
        `在服务时间（${hours}）致电 ${sent.mobileMasked} 答复您`,
        `需要补充时，致电 ${phone} 并报上工单号`,
      ]}
      actions={
        <>
          <Button variant="primary" href={href(paths.home())}>
            返回首页
          </Button>
          <Button onClick={onAgain}>再写一条</Button>
        </>
      }
    />
  );
};
