/** The state of a job that was sent: of an export, an import, a reconciliation, or a bill run. */
export interface JobState {
  readonly status: string;
}

/** Whether a job has not ended. */
export const isUnderWay = ({ status }: JobState): boolean => status === 'queued' || status === 'running';

/** The label of each job that comes round by the clock, as staff see it; `desk.sweep.…` of each kind is one. @source running 6.4 */
const scheduledJobNames: Readonly<Record<string, string>> = {
  'account.sweepCodes': '清理过期的验证码',
  'account.sweepDevices': '清理长期未用的设备',
  'account.sweepGuards': '清理登录失败的计数',
  'account.sweepLogins': '清理过期的登录记录',
  'authorization.warn': '提醒将到期的授权',
  'backup.take': '备份',
  'dataKey.reseal': '按新密钥重新封存',
  'behavior.countFigures': '汇总访客行为',
  'behavior.dropMonths': '删除过期的访客行为',
  'behavior.makeMonths': '准备下个月的访客行为',
  'behavior.sweepBudgets': '清理访客行为的计数',
  'bill.clock': '账单到期的步骤',
  'bill.remind': '提醒待确认的账单',
  'bill.tidyImports': '清理放弃的明细导入',
  'certification.expiry': '提醒将到期的证件',
  'certification.overdue': '打款验证超时',
  'certification.pay': '企业认证打款',
  'content.publish': '定时发布内容',
  'chat.announceSilence': '提醒客服接待即将结束',
  'chat.assign': '分配排队的接待，放回离开的客服的接待',
  'chat.dropOld': '清理过了保存期的客服会话',
  'chat.dropUnsentFiles': '清理客服会话里没有发出的文件',
  'chat.leave': '无人接待的转为留言',
  'chat.endSilent': '结束长时间没有往来的客服接待',
  'desk.sweep': '清理已办结的认领',
  'doc.dropMisses': '清理帮助中心的搜索记录',
  'file.scan': '文件查毒',
  'file.sweep': '清理没有登记的文件',
  'file.tidy': '核对文件存储',
  'idempotency.sweep': '清理重复提交的记录',
  'intent.ask': '向支付通道查询付款结果',
  'invoice.ask': '向开票方查询结果',
  'invoice.quota': '查询剩余开票额度',
  'migration.contract': '完成等待旧版本节点的迁移',
  'notice.send': '发送通知',
  'notice.sweep': '清理过期的通知',
  'order.expire': '订单到期',
  'order.lapse': '关闭超时未付的订单',
  'order.remind': '提醒将到期的订单',
  'outbox.sweep': '清理过期的消息',
  'recon.tidyDryRuns': '清理试算的对账',
  'recon.tidyLedgers': '清理未用的商户账',
  'recon.tidySuperseded': '清理被替换的对账',
  'safety.close': '注销账号',
  'sentJob.expire': '清理过期的导出文件',
  'sentJob.sweep': '清理过期的任务记录',
  'session.sweep': '清理过期的登录',
  'sharedState.nonces': '清理过期的防重放记录',
  'sharedState.sweep': '清理过期的票据与计数',
  'smsDelivery.sweep': '清理短信发送记录',
  'staff.devices': '清理运营人员的设备',
  'staff.guards': '清理运营人员的登录计数',
};

/** Each of them, or what its name begins with. */
export const scheduledJobs: readonly string[] = Object.keys(scheduledJobNames);

/** What staff read of a scheduled job; one that has left the code keeps its own name. */
export const scheduledJobName = (name: string): string =>
  scheduledJobNames[name] ?? scheduledJobNames[name.split('.').slice(0, 2).join('.')] ?? name;

/** The label of each job that a call sends, as staff see it. @source running 6.4 */
const sentJobNames: Readonly<Record<string, string>> = {
  'audit.export': '导出审计记录',
  'audit.verify': '核验审计记录',
  'bill.generate': '生成账单',
  'bill.importLines': '导入明细',
  'bill.issue': '出账',
  'bill.takeBackLines': '撤回导入的明细',
  'export.make': '导出数据',
  'recon.match': '对账',
  'safety.exportData': '导出个人数据',
};

/** What staff read of a job that was sent; one that has left the code keeps its own name. */
export const sentJobName = (name: string): string => sentJobNames[name] ?? name;
