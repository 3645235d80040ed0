import { Checkbox, Dialog } from '@ronghui/ui';
import { chooseSingleKeys, singleKeysStore } from '@ronghui/web/state/single-keys';
import type { JSX } from 'react';
import { keyName, resultKeys } from './use-result-keys.ts';
import css from './windows.module.css';

/** Every key of the result, and the switch that turns them off. */
export const KeysHelp = ({ onClose }: { onClose: () => void }): JSX.Element => (
  <Dialog open onClose={onClose} size="medium" title="键盘操作">
    <div className={css.stack}>
      <dl className={css.keyList}>
        {resultKeys.map(({ keys, text }) => (
          <div key={text} className={css.keyRow}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={css.kbd}>
                  {keyName(key)}
                </kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={css.mut}>没有选中时，操作对当前一项起作用；正在输入文字时不起作用。</p>
      <Checkbox checked={singleKeysStore.use()} onCheckedChange={chooseSingleKeys}>
        在这台设备上使用单键操作
      </Checkbox>
    </div>
  </Dialog>
);
