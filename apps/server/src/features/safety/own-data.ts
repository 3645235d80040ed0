import { csvLine, shanghaiTime } from '@ronghui/domain/csv';
import { type Role, roleNames } from '@ronghui/domain/member';
import { yuanText } from '@ronghui/domain/money';
import { type NoticeKind, noticeKindNames } from '@ronghui/domain/notice';
import { type OrderStatus, orderStatusNames } from '@ronghui/domain/order';
import type { Tx } from '#kernel/database/db';
import { zipOf } from '#kernel/files/zip';
import type { Ports } from '#kernel/ports';
import {
  findOwnAccount,
  listOwnConsents,
  listOwnLogins,
  listOwnNotices,
  listOwnOrders,
  listOwnTenants,
} from './own-data.sql.ts';
import { otherSheetsOf, type Sheet } from './own-records.ts';

const timeOf = (at: Date | null): string => (at === null ? '' : shanghaiTime(at));
const methods = { password: '密码', sms: '短信验证码', register: '注册' } as const;
const yes = (on: boolean): string => (on ? '开启' : '关闭');

const accountSheet = async (tx: Tx, { vault }: Ports, userId: string): Promise<Sheet> => {
  const own = await findOwnAccount(tx, userId);
  const facts = {
    名称: own.name,
    手机号: vault.open(own.mobile_sealed),
    邮箱: own.email_sealed === null ? '' : vault.open(own.email_sealed),
    注册时间: timeOf(own.created_at),
    密码修改时间: timeOf(own.password_changed_at),
    新设备短信验证: yes(own.new_device_proof),
  };
  return { name: '账号', rows: [facts] };
};

const sheetsOf = async (tx: Tx, ports: Ports, userId: string): Promise<Sheet[]> => [
  await accountSheet(tx, ports, userId),
  {
    name: '所属商户',
    // The check constraints hold the words of these tables.
    rows: (await listOwnTenants(tx, userId)).map((row) => ({
      商户: row.name,
      角色: roleNames[row.role as Role],
      加入时间: timeOf(row.created_at),
    })),
  },
  {
    name: '授权',
    rows: (await listOwnConsents(tx, userId)).map((row) => ({
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
    rows: (await listOwnOrders(tx, userId)).map((row) => ({
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
    rows: (await listOwnLogins(tx, userId)).map((row) => ({
      时间: timeOf(row.created_at),
      方式: methods[row.method as keyof typeof methods],
      结果: row.result === 'success' ? '成功' : '失败',
      设备: row.device,
      网络地址: row.address,
    })),
  },
  {
    name: '通知',
    rows: (await listOwnNotices(tx, userId)).map((row) => ({
      时间: timeOf(row.created_at),
      类别: noticeKindNames[row.kind as NoticeKind],
      标题: row.title,
      内容: row.text,
      已读时间: timeOf(row.read_at),
    })),
  },
];

const csvOf = ({ rows }: Sheet): string => {
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => csvLine(heads.map((head) => row[head] ?? '')));
  return `\ufeff${heads.length === 0 ? '' : csvLine(heads)}${lines.join('')}`;
};

/**
 * What is known of a person, for them to keep or to take elsewhere: everything as JSON for programs, and each list as CSV for people, in one
 * archive.
 *
 * @source R10.9, security 4.12
 */
export const archiveOfOwnData = async (tx: Tx, ports: Ports, userId: string): Promise<Buffer> => {
  const at = ports.clock.now();
  const sheets = [...(await sheetsOf(tx, ports, userId)), ...(await otherSheetsOf(tx, ports, userId))];
  const whole = Object.fromEntries(sheets.map(({ name, rows }) => [name, rows]));
  const json = { 导出时间: shanghaiTime(at), ...whole };
  return zipOf(
    [
      { name: '个人信息.json', bytes: Buffer.from(`${JSON.stringify(json, null, 2)}\n`) },
      ...sheets.map((sheet) => ({ name: `${sheet.name}.csv`, bytes: Buffer.from(csvOf(sheet)) })),
    ],
    at,
  );
};
