import { type BillHistoryKind, billHistoryNames } from '@ronghui/domain/bill';
import {
  type CertificationForm,
  certificationFieldNames,
  certificationFields,
} from '@ronghui/domain/certification-form';
import { shanghaiTime } from '@ronghui/domain/csv';
import { type InvoiceStatus, type InvoiceType, invoiceStatusNames, invoiceTypeNames } from '@ronghui/domain/invoice';
import { type InvitationStatus, type Role, roleNames } from '@ronghui/domain/member';
import { yuanText } from '@ronghui/domain/money';
import { type NoticeKind, noticeKindNames } from '@ronghui/domain/notice';
import { listNoticeSettings } from '#features/notice/notice.reads';
import type { Db } from '#kernel/database/db';
import type { Ports } from '#kernel/ports';
import {
  listOwnBillSteps,
  listOwnBillVouchers,
  listOwnChatMessages,
  listOwnExports,
  listOwnFeedback,
  listOwnInvitations,
  listOwnInvoices,
  listOwnLeads,
  listOwnSessions,
  listOwnSubmissions,
} from './own-records.sql.ts';

/** A row of a list: its column headings in order, with their values. */
export type SheetRows = readonly Readonly<Record<string, string>>[];

/** A list of the export, and the function that reads it. */
export interface Sheet {
  readonly name: string;
  readonly read: (db: Db, ports: Ports, userId: string) => Promise<SheetRows>;
}

const yes = (on: boolean): string => (on ? '开启' : '关闭');
const leadKinds: Readonly<Record<string, string>> = { trial: '试用申请', contact: '联系我们' };
const messageKinds: Readonly<Record<string, string>> = {
  claim: '提出',
  message: '补充',
  reopen: '再次提出',
  withdraw: '撤回',
};
const chatSenders: Readonly<Record<string, string>> = {
  user: '本人',
  robot: '智能客服',
  agent: '客服',
  system: '系统',
};
const chatTypes: Readonly<Record<string, string>> = { text: '文字', image: '图片', file: '文件', custom: '卡片' };
const invitationNames: Readonly<Record<InvitationStatus, string>> = {
  waiting: '待接受',
  accepted: '已接受',
  declined: '已拒绝',
  withdrawn: '已撤回',
  expired: '已过期',
};

/** A submission's fields by their labels; sealed numbers only as masks. */
const submittedFields = (form: CertificationForm, masks: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    certificationFieldNames.flatMap((name) => {
      const value = form[name] ?? masks[name];
      return value === undefined || value === null ? [] : [[certificationFields[name].label, String(value)]];
    }),
  );

/** More lists of a person: leads, submissions, invitations, feedback on bills, talks with customer service, sessions, settings of notices. */
export const otherSheets: readonly Sheet[] = [
  {
    name: '申请与留言',
    read: async (db, ports, userId) =>
      (await listOwnLeads(db, userId)).map((row) => ({
        编号: row.ticket_no,
        类别: leadKinds[row.kind] ?? row.kind,
        // What staff wrote down is theirs, and may name another person.
        姓名: row.is_noted ? '' : row.name,
        公司: row.is_noted ? '' : (row.company ?? ''),
        手机号: row.is_noted ? '' : ports.vault.open(row.mobile_sealed),
        产品: row.pid ?? '',
        内容: row.is_noted ? '客服在对话中记录的意向' : (row.content ?? ''),
        提交时间: shanghaiTime(row.created_at),
      })),
  },
  {
    name: '企业认证',
    read: async (db, _ports, userId) =>
      (await listOwnSubmissions(db, userId)).map((row) => ({
        申请号: row.submission_no,
        提交时间: shanghaiTime(row.submitted_at),
        // Only a submission writes it, after validation.
        ...submittedFields(Object(row.form), Object(row.masks)),
      })),
  },
  {
    name: '账单办理',
    read: async (db, _ports, userId) =>
      (await listOwnBillSteps(db, userId)).map((row) => ({
        账单号: row.bill_no ?? '',
        账期: row.stage_name,
        // The check constraint allows the words of the domain only.
        办理: billHistoryNames[row.kind as BillHistoryKind],
        '金额（元）': yuanText(row.amount_fen, { grouping: false }),
        理由: row.reason ?? '',
        网络地址: row.address ?? '',
        时间: shanghaiTime(row.at),
      })),
  },
  {
    name: '发票申请',
    read: async (db, _ports, userId) =>
      (await listOwnInvoices(db, userId)).map((row) => ({
        申请编号: row.invoice_no,
        类型: invoiceTypeNames[row.type as InvoiceType],
        状态: invoiceStatusNames[row.status as InvoiceStatus],
        抬头: row.title_name,
        银行账号: row.title_account_masked ?? '',
        '金额（元）': yuanText(row.amount_fen, { grouping: false }),
        发票号码: row.number ?? '',
        申请时间: shanghaiTime(row.applied_at),
      })),
  },
  {
    name: '成员邀请',
    read: async (db, _ports, userId) =>
      (await listOwnInvitations(db, userId)).map((row) => ({
        商户: row.name,
        角色: roleNames[row.role as Role],
        状态: invitationNames[row.status as InvitationStatus],
        邀请时间: shanghaiTime(row.created_at),
        有效期至: shanghaiTime(row.expires_at),
      })),
  },
  {
    name: '差异反馈',
    read: async (db, _ports, userId) =>
      (await listOwnFeedback(db, userId)).map((row) => ({
        反馈编号: row.feedback_no,
        账单号: row.bill_no,
        类别: messageKinds[row.kind] ?? row.kind,
        内容: row.content,
        时间: shanghaiTime(row.at),
      })),
  },
  {
    name: '在线客服',
    read: async (db, _ports, userId) =>
      (await listOwnChatMessages(db, userId)).map((row) => ({
        时间: shanghaiTime(row.at),
        发送人: chatSenders[row.sender] ?? row.sender,
        类别: row.recalled_by === null ? (chatTypes[row.type] ?? row.type) : '已撤回',
        内容: row.content,
      })),
  },
  {
    name: '账单付款凭证',
    read: async (db, _ports, userId) =>
      (await listOwnBillVouchers(db, userId)).map((row) => ({
        账单: row.bill_nos.join('、'),
        付款时间: shanghaiTime(row.paid_at),
        银行流水号: row.bank_serial ?? '',
        提交时间: shanghaiTime(row.sent_at),
      })),
  },
  {
    name: '导出',
    read: async (db, _ports, userId) =>
      (await listOwnExports(db, userId)).map((row) => ({
        文件: row.name,
        筛选条件: row.filter_text,
        申请时间: shanghaiTime(row.asked_at),
      })),
  },
  {
    name: '登录中的设备',
    read: async (db, _ports, userId) =>
      (await listOwnSessions(db, userId)).map((row) => ({
        设备: row.device,
        网络地址: row.address,
        登录时间: shanghaiTime(row.created_at),
        最近使用: shanghaiTime(row.last_seen_at),
      })),
  },
  {
    name: '通知设置',
    read: async (db, _ports, userId) =>
      (await listNoticeSettings(db, userId)).map((row) => ({
        类别: noticeKindNames[row.kind as NoticeKind],
        短信: yes(row.sms),
        邮件: yes(row.mail),
      })),
  },
];
