import { Checkbox, Dialog } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../result.module.css';
import { chooseSingleKeys, singleKeysStore } from './single-keys.ts';
import { keyName, resultKeys } from './use-result-keys.ts';

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

const shown = ['next', 'previous', 'match', 'undo', 'accept', 'dispute'];
const brief: Readonly<Record<string, string>> = {
  next: '下',
  previous: '上',
  match: '勾对',
  undo: '撤销',
  accept: '认可',
  dispute: '加入反馈',
};

/** The most used keys in one line beside the filters. */
export const KeysLine = ({ onHelp }: { onHelp: () => void }): JSX.Element | null =>
  singleKeysStore.use() ? (
    <p className={css.keysLine}>
      {resultKeys
        .filter(({ step }) => shown.includes(step))
        .map(({ keys, step }) => (
          <span key={step}>
            <kbd className={css.kbd}>{keyName(keys[0] ?? '')}</kbd> {brief[step]}
          </span>
        ))}
      <button type="button" className={css.asLink} onClick={onHelp}>
        <kbd className={css.kbd}>?</kbd> 全部按键
      </button>
    </p>
  ) : (
    <p className={css.keysLine}>
      <button type="button" className={css.asLink} onClick={onHelp}>
        键盘操作
      </button>
    </p>
  );
