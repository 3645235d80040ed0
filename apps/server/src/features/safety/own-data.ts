import { csvLine, shanghaiTime } from '@ronghui/domain/csv';
import { type Role, roleNames } from '@ronghui/domain/member';
import { yuanText } from '@ronghui/domain/money';
import { type NoticeKind, noticeKindNames } from '@ronghui/domain/notice';
import { type OrderStatus, orderStatusNames } from '@ronghui/domain/order';
import type { Db } from '#kernel/database/db';
import { type ZipEntry, zipPieces } from '#kernel/files/zip';
import type { Ports } from '#kernel/ports';
import {
  findOwnAccount,
  listOwnConsents,
  listOwnLogins,
  listOwnNotices,
  listOwnOrders,
  listOwnTenants,
} from './own-data.sql.ts';
import { otherSheets, type Sheet, type SheetRows } from './own-records.ts';

const timeOf = (at: Date | null): string => (at === null ? '' : shanghaiTime(at));
const methods = { password: '密码', sms: '短信验证码', register: '注册' } as const;
const yes = (on: boolean): string => (on ? '开启' : '关闭');

const accountRows = async (db: Db, { vault }: Ports, userId: string): Promise<SheetRows> => {
  const own = await findOwnAccount(db, userId);
  const facts = {
    名称: own.name,
    手机号: vault.open(own.mobile_sealed),
    邮箱: own.email_sealed === null ? '' : vault.open(own.email_sealed),
    注册时间: timeOf(own.created_at),
    密码修改时间: timeOf(own.password_changed_at),
    新设备短信验证: yes(own.new_device_proof),
  };
  return [facts];
};

const ownSheets: readonly Sheet[] = [
  { name: '账号', read: accountRows },
  {
    name: '所属商户',
    // The check constraints allow the words of these tables only.
    read: async (db, _ports, userId) =>
      (await listOwnTenants(db, userId)).map((row) => ({
        商户: row.name,
        角色: roleNames[row.role as Role],
        加入时间: timeOf(row.created_at),
      })),
  },
  {
    name: '授权',
    read: async (db, _ports, userId) =>
      (await listOwnConsents(db, userId)).map((row) => ({
        授权事项: row.title,
        版本: row.agreement_version,
        机构: row.org_name ?? '',
        产品: row.product_name ?? '',
        授权时间: timeOf(row.granted_at),
        网络地址: row.address,
        有效期至: timeOf(row.valid_to),
        撤回时间: timeOf(row.withdrawn_at),
      })),
  },
  {
    name: '订单',
    read: async (db, _ports, userId) =>
      (await listOwnOrders(db, userId)).map((row) => ({
        订单号: row.order_no,
        产品: row.product_name,
        规格: row.sku_name,
        '金额（元）': yuanText(row.total_fen, { grouping: false }),
        状态: orderStatusNames[row.status as OrderStatus],
        下单时间: timeOf(row.created_at),
      })),
  },
  {
    name: '登录记录',
    read: async (db, _ports, userId) =>
      (await listOwnLogins(db, userId)).map((row) => ({
        时间: timeOf(row.created_at),
        方式: methods[row.method as keyof typeof methods],
        结果: row.result === 'success' ? '成功' : '失败',
        设备: row.device,
        网络地址: row.address,
      })),
  },
  {
    name: '通知',
    read: async (db, _ports, userId) =>
      (await listOwnNotices(db, userId)).map((row) => ({
        时间: timeOf(row.created_at),
        类别: noticeKindNames[row.kind as NoticeKind],
        标题: row.title,
        内容: row.text,
        已读时间: timeOf(row.read_at),
      })),
  },
];

/** A list of the export with its rows. */
interface ReadSheet {
  readonly name: string;
  readonly rows: SheetRows;
}

/** How many rows are written to the archive at a time. */
const rowsAtOnce = 200;

const inPieces = function* (rows: SheetRows): Generator<SheetRows> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce);
};

const csvOf = function* ({ rows }: ReadSheet): Generator<Uint8Array> {
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  yield Buffer.from(`\ufeff${heads.length === 0 ? '' : csvLine(heads)}`);
  for (const piece of inPieces(rows)) {
    yield Buffer.from(piece.map((row) => csvLine(heads.map((head) => row[head] ?? ''))).join(''));
  }
};

/** All lists as one JSON object, with one row a line. */
const jsonOf = function* (sheets: readonly ReadSheet[], at: Date): Generator<Uint8Array> {
  yield Buffer.from(`{\n  "导出时间": ${JSON.stringify(shanghaiTime(at))}`);
  for (const { name, rows } of sheets) {
    yield Buffer.from(`,\n  ${JSON.stringify(name)}: [`);
    let before = '\n    ';
    for (const piece of inPieces(rows)) {
      yield Buffer.from(`${before}${piece.map((row) => JSON.stringify(row)).join(',\n    ')}`);
      before = ',\n    ';
    }
    yield Buffer.from(rows.length === 0 ? ']' : '\n  ]');
  }
  yield Buffer.from('\n}\n');
};

const allSheets: readonly Sheet[] = [...ownSheets, ...otherSheets];
/** The number of steps for the progress: one for each list, and one for the archive. */
const steps = allSheets.length + 1;

/** Reads every list, one after another, and reports the progress. */
const readSheets = async ({ db, ports, progress }: OwnDataSource, userId: string): Promise<readonly ReadSheet[]> => {
  const sheets: ReadSheet[] = [];
  for (const { name, read } of allSheets) {
    await progress(sheets.length, steps, `正在整理：${name}`);
    sheets.push({ name, rows: await read(db, ports, userId) });
  }
  await progress(sheets.length, steps, '正在打包');
  return sheets;
};

/** The sources of an export, and the callback for its progress. */
export interface OwnDataSource {
  readonly db: Db;
  readonly ports: Ports;
  readonly progress: (done: number, total: number, words: string) => Promise<void>;
}

/**
 * The stored data of a person as an archive: everything as JSON for programs, and each list as CSV for people, in one
 * zip file, as a stream. The rows of the lists are in memory meanwhile, at most 10,000 of each.
 *
 * @source R10.9, security 4.12
 */
export const archiveOfOwnData = async function* (source: OwnDataSource, userId: string): AsyncGenerator<Uint8Array> {
  const at = source.ports.clock.now();
  const sheets = await readSheets(source, userId);
  const entries: ZipEntry[] = [
    { name: '个人信息.json', body: jsonOf(sheets, at) },
    ...sheets.map((sheet) => ({ name: `${sheet.name}.csv`, body: csvOf(sheet) })),
  ];
  yield* zipPieces(entries, at);
};
