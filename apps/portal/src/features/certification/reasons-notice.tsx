import { certificationFields } from '@ronghui/domain/certification-form';
import { Button, Callout } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './certification.module.css';
import type { Certification } from './certification-queries.ts';

interface ReasonsProps {
  readonly reasons: Certification['reasons'];
  /** Whether the rejected submission is a change of a certification that stays in force. */
  readonly isChange: boolean;
  readonly onGo: (step: number) => void;
}

/** The fields to correct, each with a link to its step. @source R4.11 */
export const ReasonsNotice = ({ reasons, isChange, onGo }: ReasonsProps): JSX.Element | null =>
  reasons.length === 0 ? null : (
    <Callout tone="bad" role="note">
      <p>
        {isChange ? '变更' : '认证'}未通过，以下 {reasons.length}&nbsp;项需要更正，改好后重新提交：
      </p>
      <ul className={css.reasons}>
        {reasons.map(({ field, reason }) => (
          <li key={field}>
            <span>
              {certificationFields[field].label}：{reason}
            </span>
            <Button size="small" variant="ghost" onClick={() => onGo(certificationFields[field].step)}>
              去修改{certificationFields[field].label}
            </Button>
          </li>
        ))}
      </ul>
    </Callout>
  );
