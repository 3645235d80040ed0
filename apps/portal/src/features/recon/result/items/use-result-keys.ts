import { singleKeysStore } from '@ronghui/web/state/single-keys';
import { useEffect, useRef } from 'react';

/** What a key does. */
export type KeyStep =
  | 'next'
  | 'previous'
  | 'open'
  | 'select'
  | 'match'
  | 'undo'
  | 'accept'
  | 'dispute'
  | 'sendDispute'
  | 'note'
  | 'rule'
  | 'help';

/** The keys of a result, in the order of the help. @source ux "Merchant area" */
export const resultKeys: readonly {
  readonly keys: readonly string[];
  readonly step: KeyStep;
  readonly text: string;
}[] = [
  { keys: ['j', 'ArrowDown'], step: 'next', text: '下一项差异' },
  { keys: ['k', 'ArrowUp'], step: 'previous', text: '上一项差异' },
  { keys: ['o'], step: 'open', text: '打开这一项，看两边各行与可能相符的行' },
  { keys: ['x'], step: 'select', text: '选中，或取消选中' },
  { keys: ['m'], step: 'match', text: '勾对所选的行；只有一边时，打开可能相符的行' },
  { keys: ['u'], step: 'undo', text: '撤销上一步' },
  { keys: ['a'], step: 'accept', text: '认可，或收回认可' },
  { keys: ['n'], step: 'note', text: '备注' },
  { keys: ['r'], step: 'rule', text: '把手工勾对或认可的一项设为规则' },
  { keys: ['d'], step: 'dispute', text: '加入差异反馈，或移出' },
  { keys: ['D'], step: 'sendDispute', text: '提出已加入的差异反馈' },
  { keys: ['?'], step: 'help', text: '显示这份说明' },
];

const names: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', D: 'Shift D' };

/** How a key is written on the screen. */
export const keyName = (key: string): string => names[key] ?? key.toUpperCase();

/** What one types into or chooses from, and questions in front of the page. */
const ownKeys =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog, [role="menu"], [role="listbox"], [role="combobox"]';

const isElsewhere = ({ target }: KeyboardEvent): boolean =>
  document.querySelector('dialog[open]') !== null || (target instanceof Element && target.closest(ownKeys) !== null);

const stepOf = (key: string): KeyStep | undefined => resultKeys.find(({ keys }) => keys.includes(key))?.step;

/** The result by the keyboard alone, where single keys are on; never while something is typed or a question stands in front of the page. */
export const useResultKeys = (press: (step: KeyStep) => void, isOn: boolean): void => {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    if (!isOn) return;
    const handle = (event: KeyboardEvent): void => {
      if (!singleKeysStore.get() || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
      if (event.defaultPrevented || isElsewhere(event)) return;
      const step = stepOf(event.key);
      if (step === undefined) return;
      event.preventDefault();
      latest.current(step);
    };
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  }, [isOn]);
};
