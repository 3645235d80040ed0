import { Button, Card } from '@ronghui/ui';
import { saveFile } from '@ronghui/web/files/save-file';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { CloseDrawer } from './close-drawer.tsx';
import css from './safety.module.css';
import { exportOwnData, type Safety } from './safety-queries.ts';

/** A copy of what is known of the user, and the way out. @source R10.9 */
export const OwnDataCard = ({ safety }: { safety: Safety }): JSX.Element => {
  const [busy, setBusy] = useState(false);
  const [asks, setAsks] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      saveFile(await exportOwnData());
    } catch (error) {
      showError('user.exportData', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title="个人信息与注销">
      <ul className={css.list} aria-label="个人信息与注销">
        <li className={css.row}>
          <div className={css.words}>
            <p>导出个人信息</p>
            <p className={css.note}>
              账号、所属商户、授权、订单、登录记录与通知，以 JSON 与 CSV 打包下载。文件含完整手机号，请妥善保管。
            </p>
          </div>
          <Button size="small" loading={busy} onClick={() => void save()}>
            导出
          </Button>
        </li>
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
