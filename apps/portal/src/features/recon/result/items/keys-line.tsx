import { singleKeysStore } from '@ronghui/web/state/single-keys';
import type { JSX } from 'react';
import css from '../result.module.css';
import { keyName, resultKeys } from './use-result-keys.ts';

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
