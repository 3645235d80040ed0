import { describe, expect, it } from 'vitest';
import { files, isTest, read } from './repository.ts';

/** Words that a screen does not use, and the one term for each thing (docs/glossary.md). */
const oneTerm: Readonly<Record<string, string>> = {
  看看产品: '选购产品',
  浏览产品: '选购产品',
  继续看产品: '继续选购',
  帮助文档: '文档中心',
  帮助中心: '文档中心',
  用户中心: '商户中心',
  工作台: '商户中心',
  登出: '退出登录',
  注销登录: '退出登录',
};
const otherTerm = new RegExp(Object.keys(oneTerm).join('|'));

/** 账号 is what a person logs in with; 账户 is an account that holds money, or the merchant's: it stands with a word that says which. */
const loneAccount = /(?<!收款|对公|银行|付款|其他|所示的?|提交的|该)账户(?!中心|状态|已变更)/;

/** In a sentence, a plain space between a number and its unit lets a line break there; `&nbsp;` or `\\u00a0` does not. */
const loseUnit =
  /(?:[\d)]|(?<!aria-label=\S{0,80})\}) (?=(?:个月|个(?!月)|次|天|人|年|元|篇|条|笔|张|位|步|件|份|项|小时|分钟|秒|家|折|MB|KB)[\u3001-\u301f\u4e00-\u9fff\uff00-\uff1f])/;

const isScreen = (file: string): boolean =>
  /^(?:apps\/(?:portal|console)|packages\/ui|packages\/web)\/src\/.*\.tsx?$/.test(file) && !isTest(file);

const linesOf = (source: string): readonly (readonly [number, string])[] =>
  source
    .split('\n')
    .map((line, index) => [index + 1, line.trim()] as const)
    .filter(([, line]) => !/^(?:\/\*|\*|\/\/)/.test(line))
    // Names for screen readers and copied texts have no lines, and a placeholder has one.
    .filter(([, line]) => !/aria-label|const label|placeholder|const whole|formatMonth|formatYear/.test(line));

const find = (pattern: RegExp, textOf: (file: string) => string, within: readonly string[]): readonly string[] =>
  within.flatMap((file) =>
    linesOf(textOf(file)).flatMap(([at, line]) => (pattern.test(line) ? [`${file}:${at} ${line}`] : [])),
  );

const screens = files.filter(isScreen);

describe('ux the words of the screens', () => {
  it.each([
    ['one term for one thing', otherTerm],
    ['账户 says whose it is, and 账号 is what one logs in with', loneAccount],
    ['a unit does not break from its number', loseUnit],
  ])('ux %s', (_, pattern) => {
    expect(find(pattern, read, screens)).toEqual([]);
  });

  it.each([
    [otherTerm, '<Button>看看产品</Button>'],
    [otherTerm, "label: '帮助文档',"],
    [loneAccount, '还没有账户？'],
    [loneAccount, "title: '账户与安全'"],
    [loseUnit, '还可以试 {triesLeft} 次，'],
    [loseUnit, '`还剩 ${count} 个，用完再要`'],
    [loseUnit, "'请输入 6 位数字'"],
  ])('ux the rule %s finds %s', (pattern, line) => {
    expect(find(pattern, () => line, ['apps/portal/src/a.tsx'])).toHaveLength(1);
  });
});
