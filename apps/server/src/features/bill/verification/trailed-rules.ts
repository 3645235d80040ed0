import { isDeepStrictEqual } from 'node:util';
import type { FeeRuleVersion } from '@ronghui/domain/fee-rule';
import type { Db } from '#kernel/database/db';
import { type TrailedVersion, trailedVersionOf, type WireTerms } from '../fee-rule/fee-rule-terms.ts';
import type { Differences } from './differences.ts';
import { listTrailedVersions } from './trailed-rules.sql.ts';

const scopeNames = {
  productId: '适用产品',
  orgId: '适用机构',
  tenantId: '适用商户',
  holdsFrom: '生效日',
} as const satisfies Partial<Record<keyof TrailedVersion, string>>;
const termNames: Readonly<Record<keyof WireTerms, string>> = {
  unit: '计费单位',
  direction: '方向',
  scheme: '计费方式',
  lineMinimumAmount: '每笔最低',
  lineCapAmount: '每笔最高',
  billMinimumAmount: '每张账单最低',
  billCapAmount: '每张账单最高',
  taxRate: '税率',
};

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '没有' : typeof value === 'string' ? value : JSON.stringify(value);

/** A version against what the trail has of it, part by part. */
const compareVersion = (what: string, { stored, trailed, found }: Compared): void => {
  const compare = (name: string, one: unknown, other: unknown): void => {
    if (!isDeepStrictEqual(one, other)) found.compareWithTrail(`${what}的${name}`, textOf(one), textOf(other));
  };
  // The type of Object.entries loses the literal keys.
  for (const [part, name] of Object.entries(scopeNames) as [keyof typeof scopeNames, string][])
    compare(name, stored[part], trailed[part]);
  for (const [part, name] of Object.entries(termNames) as [keyof WireTerms, string][])
    compare(name, stored.terms[part], trailed.terms[part]);
};

interface Compared {
  readonly stored: TrailedVersion;
  readonly trailed: TrailedVersion;
  readonly found: Differences;
}

/** The versions of rules in the trail, whose rows are sealed: each is read once, however many bills were made by it. */
export class TrailedRules {
  readonly #db: Db;
  readonly #versions = new Map<string, Promise<readonly TrailedVersion[]>>();

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Names what of a version is stored otherwise than it was saved: terms that were changed by hand, also where no fee of today shows it.
   *
   * @returns whether the trail tells of it
   * @source R10.3, R11.7
   */
  async compare(version: FeeRuleVersion, found: Differences): Promise<boolean> {
    const what = `规则 ${version.ruleId} 第 ${version.version} 版`;
    const [trailed, second] = await this.#read(version);
    if (second !== undefined) found.add(`${what}：审计记录中不止一次`);
    if (trailed === undefined) return false;
    compareVersion(what, { stored: trailedVersionOf(version), trailed, found });
    return true;
  }

  #read({ ruleId, version }: FeeRuleVersion): Promise<readonly TrailedVersion[]> {
    const key = `${ruleId} ${version}`;
    const known = this.#versions.get(key) ?? listTrailedVersions(this.#db, { ruleId, version });
    this.#versions.set(key, known);
    return known;
  }
}
