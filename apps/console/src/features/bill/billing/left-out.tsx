import { Callout } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../billing.module.css';
import type { Generation } from './billing-queries.ts';

/** Which lines the last generation left out, and why. @source billing.md, bills */
export const LeftOut = ({ leftOut }: Pick<Generation, 'leftOut'>): JSX.Element | null => {
  if (leftOut.length === 0) return null;
  return (
    <Callout tone="warn">
      <div className={css.stack}>
        <p>有明细没有计入任何账单，请补充规则或核对明细后重新生成：</p>
        <ul className={css.stack} aria-label="未计入的明细">
          {leftOut.map(({ reason, text, lines, examples }) => (
            <li key={reason}>
              <details>
                <summary>
                  {text}：{lines.toLocaleString('en-US')}&nbsp;笔
                </summary>
                <p className={css.note}>
                  {lines > examples.length ? `前 ${examples.length}\u00a0笔：` : ''}
                  {examples.map(({ loanNo }) => loanNo).join('、')}
                </p>
              </details>
            </li>
          ))}
        </ul>
      </div>
    </Callout>
  );
};
