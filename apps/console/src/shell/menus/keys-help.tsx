import { Checkbox, Dialog } from '@ronghui/ui';
import { chooseSingleKeys, singleKeysStore } from '@ronghui/web/state/single-keys';
import { Fragment, type JSX } from 'react';
import css from './keys-help.module.css';
import { keysHelpStore } from './shortcuts.ts';

/** Every key of the console, by where it works. */
const places: readonly {
  readonly title: string;
  readonly keys: readonly { readonly press: readonly string[]; readonly text: string }[];
}[] = [
  {
    title: '到处',
    keys: [
      {
        press: ['Ctrl K', '⌘ K'],
        text: '前往：页面名称、单据编号（订单 DD、账单 ZD、开票 FP、反馈 FK、认证 RZ、线索 SY 与 LX）或商户名称',
      },
      { press: ['?'], text: '显示这份说明' },
      { press: ['Esc'], text: '关闭打开的抽屉或对话框' },
    ],
  },
  {
    title: '列表',
    keys: [
      { press: ['/'], text: '到筛选的第一栏' },
      { press: ['J', 'K'], text: '到下一行、上一行；在页末、页首时翻页' },
      { press: ['Enter'], text: '打开这一行' },
    ],
  },
  {
    title: '打开的单据',
    keys: [
      {
        press: ['J', 'K'],
        text: '换成列表里的下一份、上一份，在页末、页首时翻页：订单、账单与草稿、待结清账单、收款、开票、线索',
      },
      { press: ['J', 'K'], text: '差异反馈在列表的这一页里换，企业认证按审核的先后换' },
    ],
  },
  {
    title: '客服',
    keys: [
      { press: ['J', 'K'], text: '到下一个、上一个接待；按 Enter 打开' },
      { press: ['/'], text: '在消息的开头：快捷回复' },
    ],
  },
  {
    title: '企业认证的审核',
    keys: [
      { press: ['↑', '↓'], text: '选字段，左边显示它的证照' },
      { press: ['1', '–', '9'], text: '用一条常用原因' },
      { press: ['E', 'X'], text: '写原因、清除' },
      { press: ['Z'], text: '放大证照' },
      { press: ['A', 'R'], text: '通过、退回；再按 Enter 确认' },
    ],
  },
];

/** What the keys of the console do, and the switch that turns those without Ctrl off. @source ux "Console", WCAG 2.1.4 */
export const KeysHelp = (): JSX.Element => (
  <Dialog open size="medium" title="键盘操作" onClose={() => keysHelpStore.set(false)}>
    <div className={css.stack}>
      {places.map(({ title, keys }) => (
        <Fragment key={title}>
          <h3 className={css.title}>{title}</h3>
          <dl className={css.keys}>
            {keys.map(({ press, text }) => (
              <div key={text} className={css.row}>
                <dt>
                  {press.map((key) =>
                    key === '–' ? (
                      key
                    ) : (
                      <kbd key={key} className={css.key}>
                        {key}
                      </kbd>
                    ),
                  )}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </Fragment>
      ))}
      <p className={css.note}>正在输入文字，或有对话框等待回答时，不带 Ctrl 的键不起作用。</p>
      <Checkbox checked={singleKeysStore.use()} onCheckedChange={chooseSingleKeys}>
        启用单键快捷键
      </Checkbox>
    </div>
  </Dialog>
);
