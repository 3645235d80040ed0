import type { ComingMigration, OpenTransaction, TableSize, UpgradePlan } from '#kernel/database/migrating/upgrade-plan';
import type { Printing } from '../end-command.ts';

/** What a check prints. */
export interface CheckedUpgrade {
  readonly plan: UpgradePlan;
  /** Free on the disk of the database; null where it is elsewhere. @unit bytes */
  readonly freeBytes: number | null;
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const counted = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** A number of bytes in words: `1.5 GB`. */
export const sizeText = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), units.length - 1);
  return `${oneDigit.format(bytes / 1024 ** power)} ${units[power] ?? 'B'}`;
};

const stepTexts = {
  transaction: '一个事务，其间锁住所涉的表，等锁每次最多 2 秒',
  concurrently: '建立或删除索引，不挡读写',
  batches: '分批改写，只锁每批的行',
} as const;

/** Longer than a migration waits for a lock before it asks again. @unit seconds */
const longOpenSec = 2;

const kindText = ({ kind, oldestVersion }: ComingMigration): string => {
  if (kind === 'expand') return 'expand：旧版本的节点照常服务';
  return kind === 'contract'
    ? `contract：要等所有节点至少是 ${String(oldestVersion)}，此后更旧的不能再用`
    : '没有说明种类：旧版本的节点须先停止';
};

const nodesText = (nodes: UpgradePlan['nodes']): string =>
  nodes.map(({ address, version }) => `${address}（${version}）`).join('、');

const linesOf = (migration: ComingMigration, sizes: ReadonlyMap<string, TableSize>): readonly string[] => {
  const { name, steps, done, tables, waitsFor } = migration;
  return [
    `  ${name}  ${kindText(migration)}`,
    ...steps.map((step, at) => `    ${at < done ? '已完成' : '将执行'}：${stepTexts[step]}`),
    ...tables.flatMap((table) => {
      const size = sizes.get(table);
      return size === undefined ? [] : [`    表 ${table}：${sizeText(size.bytes)}，约 ${counted.format(size.rows)} 行`];
    }),
    ...(waitsFor.length > 0 ? [`    会先等待：${nodesText(waitsFor)}`] : []),
  ];
};

const openText = ({ pid, application, state, seconds, tables }: OpenTransaction): string => {
  const held = tables.length === 0 ? '' : `，占用 ${tables.join('、')}`;
  return `  ${counted.format(seconds)} 秒：进程 ${pid}（${application === '' ? '没有名字' : application}，${state}）${held}`;
};

const diskLines = ({ plan, freeBytes }: CheckedUpgrade): readonly string[] => {
  const needed = plan.sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const free = freeBytes === null ? '在数据库服务器上，请在那里查看' : sizeText(freeBytes);
  return [`磁盘可用：${free}；改写与建索引最多再用 ${sizeText(needed)}。`];
};

/** Whether the disk has room for what may be written anew. */
const hasRoom = ({ plan, freeBytes }: CheckedUpgrade): boolean =>
  freeBytes === null || freeBytes > plan.sizes.reduce((sum, { bytes }) => sum + bytes, 0);

/** What comes without a kind over a schema that there is: nodes of the version before may be running, also where no row of them is seen. */
const unmarkedOf = ({ coming, newest }: UpgradePlan): UpgradePlan['coming'] =>
  newest === null ? [] : coming.filter(({ kind }) => kind === null);

const conclusion = (plan: UpgradePlan): string => {
  const { coming } = plan;
  const unknown = unmarkedOf(plan);
  const waiting = coming.filter(({ waitsFor }) => waitsFor.length > 0);
  if (coming.length === 0)
    return '没有要执行的迁移：可以逐个更换节点。 / Nothing to migrate: nodes can be exchanged one by one.';
  if (unknown.length > 0)
    return `不能逐个更换节点：${unknown.map(({ name }) => name).join('、')} 没有说明种类，请先停止所有节点。 / Stop all nodes first: some migrations say no kind.`;
  return waiting.length === 0
    ? '可以逐个更换节点。 / Nodes can be exchanged one by one.'
    : `可以逐个更换节点；${waiting.map(({ name }) => name).join('、')} 会在旧节点都停止后由任务完成。 / Nodes can be exchanged one by one; the rest is done once no older one runs.`;
};

/** Prints what an upgrade to this version would do. 1 where it should not begin, or not before all nodes have stopped. @source running 4.3 */
export const printUpgrade = (checked: CheckedUpgrade, print: Printing): number => {
  const { plan } = checked;
  const sizes = new Map(plan.sizes.map((size) => [size.name, size]));
  const long = plan.open.filter(({ seconds }) => seconds >= longOpenSec);
  const lines = [
    `本版本是 ${plan.version}，数据库${plan.newest === null ? '还没有数据表' : `在 ${plan.newest}`}。`,
    `将执行的迁移：${plan.coming.length} 个`,
    ...plan.coming.flatMap((migration) => linesOf(migration, sizes)),
    `运行中的节点：${plan.nodes.length === 0 ? '没有' : nodesText(plan.nodes)}`,
    ...diskLines(checked),
    `超过 ${longOpenSec} 秒没有结束的事务：${long.length === 0 ? '没有' : ''}`,
    ...long.map(openText),
    ...(plan.hidden > 0 ? [`  另有 ${plan.hidden} 个其他用户的连接，本用户看不到它们的事务。`] : []),
    ...(hasRoom(checked) ? [] : ['磁盘空间可能不够：请先腾出空间。 / The disk may be too small: make room first.']),
    conclusion(plan),
  ];
  for (const line of lines) print.out(line);
  return hasRoom(checked) && unmarkedOf(plan).length === 0 ? 0 : 1;
};
