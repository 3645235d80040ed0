import { Callout } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from '../billing.module.css';
import { CountedRows } from '../counted-rows.tsx';
import type { Generation } from './billing-queries.ts';

type Reason = Generation['leftOut'][number];

const linesText = (lines: number): string => `${lines.toLocaleString('en-US')}\u00a0笔`;

/** Which lines the last generation left out, and why; each count leads to its lines. @source billing.md, bills */
export const LeftOut = ({ leftOut }: Pick<Generation, 'leftOut'>): JSX.Element | null => {
  if (leftOut.length === 0) return null;
  return (
    <Callout tone="warn">
      <div className={css.stack}>
        <p>有明细没有计入任何账单，请补充规则或核对明细后重新生成：</p>
        <ul className={css.stack} aria-label="未计入的明细">
          {leftOut.map((reason) => (
            <li key={reason.reason}>
              <OfReason reason={reason} />
            </li>
          ))}
        </ul>
      </div>
    </Callout>
  );
};

const OfReason = ({ reason: { text, lines, examples } }: { reason: Reason }): JSX.Element => {
  const mayReadTenants = useAuth()['ops.customer.read'] === true;
  return (
    <CountedRows
      before={`${text}：`}
      count={linesText(lines)}
      after={
        lines > examples.length
          ? `（列出前 ${linesText(examples.length)}，另有 ${linesText(lines - examples.length)}；处理后重新生成，会接着列出其余）`
          : ''
      }
      label={`未计入的明细：${text}`}
    >
      {examples.map(({ tenantId, lineId, loanNo }) => (
        <li key={lineId}>
          <span>{loanNo}</span>
          {mayReadTenants ? (
            <a href={href(paths.tenant(tenantId))} aria-label={`查看商户：${loanNo}`}>
              查看商户
            </a>
          ) : null}
        </li>
      ))}
    </CountedRows>
  );
};
