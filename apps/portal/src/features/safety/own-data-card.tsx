import { Button, Card } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { type JSX, useState } from 'react';
import { OwnDataExport } from './own-data-export.tsx';
import css from './safety.module.css';
import type { Safety } from './safety-queries.ts';

/** Fetches it, also ahead. */
export const loadCloseDrawer = () => import('./close-drawer.tsx');
const CloseDrawer = lazyPart(loadCloseDrawer);

/** Exports the user's data, and closes the account. @source R10.9 */
export const OwnDataCard = ({ safety }: { safety: Safety }): JSX.Element => {
  const [asks, setAsks] = useState(false);
  return (
    <Card title="个人信息与注销">
      <ul className={css.list} aria-label="个人信息与注销">
        <OwnDataExport />
        <li className={css.row}>
          <div className={css.words}>
            <p>注销账号</p>
            <p className={css.note}>须满足列出的条件，申请后有反悔期。</p>
          </div>
          <Button size="small" disabled={safety.closesAt !== null} onClick={() => setAsks(true)}>
            {safety.closesAt === null ? '注销' : '已申请'}
          </Button>
        </li>
      </ul>
      {asks ? <CloseDrawer onClose={() => setAsks(false)} /> : null}
    </Card>
  );
};
