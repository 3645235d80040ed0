import { Callout } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';

/** What follows from a second approver that is asked for and does not exist. @source R10.3, billing.md */
export const NoApproverNotice = (): JSX.Element => (
  <Callout tone="warn" role="alert">
    <p>
      目前没有其他成员可以复核账单。开启复核后，您确认的账单会停在待复核，复核之前不能付款，到确认截止当天 24:00
      视同通过。
    </p>
    <p>
      复核须由主账号或财务办理，且不能是确认的人。请先到<a href={href(paths.members())}>成员管理</a>
      邀请财务，或调整成员的角色。
    </p>
  </Callout>
);
