import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { errorText } from '@ronghui/client';
import { Button, Callout } from '@ronghui/ui';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './certification.module.css';
import { abandonChange } from './certification-queries.ts';

/** Above the form of a change: says what stays in force, and has a button to abandon the change. @source R4.11 */
export const ChangeNotice = ({ onAbandoned }: { onAbandoned: () => void }): JSX.Element => {
  const [asks, setAsks] = useState(false);
  const abandon = async (): Promise<void> => {
    await abandonChange();
    showToast('ok', '变更已放弃，现在的认证继续有效');
    onAbandoned();
  };
  return (
    <Callout>
      <div className={css.change}>
        <p>贵司的企业认证继续有效，变更通过之前不受影响。</p>
        <Button size="small" variant="ghost" onClick={() => setAsks(true)}>
          放弃变更
        </Button>
      </div>
      {asks ? (
        <ConfirmPopup
          open
          title="放弃这次变更？"
          confirmText="放弃变更"
          danger
          onConfirm={abandon}
          onClose={() => setAsks(false)}
          errorText={(error) => errorText('certification.abandonChange', error)}
        >
          为变更填写的资料会删除，不能恢复；现在有效的认证不变。
        </ConfirmPopup>
      ) : null}
    </Callout>
  );
};
