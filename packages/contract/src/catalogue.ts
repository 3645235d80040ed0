import { type SeedCode, seedTexts, systemText } from './wire/seed-texts.ts';

/** An entry of the catalogue: the reply's status and the Chinese text. */
interface CatalogueEntry {
  readonly status: number;
  readonly message: string;
}

/** The statuses of the seed's table where they are not 400. @source R8 */
const seedStatuses: Partial<Record<SeedCode, number>> = {
  OPSB0001: 503,
  OPSB0002: 503,
  OPSB0003: 503,
  OPSB0005: 503,
  OPS10005: 503,
  UMDP00001: 403,
};

const withStatuses = (): Readonly<Record<SeedCode, CatalogueEntry>> =>
  Object.fromEntries(
    Object.entries(seedTexts).map(([code, message]) => [
      code,
      { status: seedStatuses[code as SeedCode] ?? 400, message },
    ]),
    // The type of Object.entries loses the literal keys.
  ) as Record<SeedCode, CatalogueEntry>;

/**
 * The error catalogue: every error that a client may receive. The seed's table first, then the product's own codes:
 *
 * `RH` + two letters for the noun + three digits.
 *
 * Letters: SY system · AC account · AG agreement · AZ authorization · AU audit · CA catalog · CE certification · CS chat · DO doc
 * · LC loan-consult · LE lead · OR order · BI bill · FE feedback · RC receipt · RE recon · FI file · EX export · IN invoice · ME member · NO notice ·
 * ST staff · TE tenant.
 *
 * @source R8, R8.6, contract 2
 */
export const catalogue = {
  ...withStatuses(),
  RHSY400: { status: 400, message: '请求格式有误' },
  RHSY401: { status: 401, message: '请先登录' },
  RHSY403: { status: 403, message: '您没有此操作的权限' },
  RHSY404: { status: 404, message: '内容不存在或已删除' },
  RHSY408: { status: 408, message: '发送时间过长，请检查网络后重试' },
  RHSY409: { status: 409, message: '数据已发生变化，请刷新后重试' },
  RHSY413: { status: 413, message: '文件超过大小限制' },
  RHSY422: { status: 422, message: '填写内容有误，请检查标出的项' },
  RHSY429: { status: 429, message: '操作过于频繁，请稍后再试' },
  RHSY500: { status: 500, message: systemText },
  RHSY503: { status: 503, message: '系统维护中，暂时只能查看，请稍后再提交' },
  RHAC001: { status: 409, message: '该手机号已注册，请直接登录' },
  RHAC002: { status: 409, message: '该手机号尚未注册' },
  RHAC003: { status: 403, message: '需要进一步验证身份' },
  RHAC004: { status: 409, message: '注销条件尚未满足，请先完成列出的事项' },
  RHAC005: { status: 409, message: '新手机号与当前手机号相同' },
  RHOR001: { status: 409, message: '价格已更新，请重新确认' },
  RHOR002: { status: 409, message: '该规格价格面议，请联系我们获取报价' },
  RHOR003: { status: 409, message: '办理中的订单已达上限，请先完成或取消其中一部分' },
  RHOR004: { status: 409, message: '该规格已调整，不能续费，请用“再次购买”重新选择' },
  RHOR005: { status: 409, message: '商户尚未通过企业认证，订单留在待审核' },
  RHOR006: { status: 409, message: '订单所依据的授权已撤回或到期，商户重新授权后才能继续办理；否则请驳回或退款' },
  RHCE001: { status: 409, message: '该企业已认证，请联系其管理员邀请您加入' },
  RHCE002: { status: 403, message: '请先完成企业认证' },
  RHCE003: { status: 409, message: '认证所依据的同意已被撤回，不能通过；请退回，由商户重新提交' },
  RHCE004: { status: 409, message: '另一个商户已用这个统一社会信用代码通过认证，请退回' },
  RHIN001: { status: 409, message: '所选订单或账单中已有申请过开票的，请刷新后重新选择' },
  RHIN002: { status: 409, message: '发票抬头还不完整，请补全后再申请' },
  RHIN003: { status: 409, message: '所含订单已退款，不能开票，请驳回这份申请；商户可就其余项目重新申请' },
  RHIN004: { status: 409, message: '开票服务可能已经开出这张发票，请先再次点「开票」取得结果' },
  RHIN005: { status: 409, message: '开票服务拒绝了这次请求，没有开出或红冲发票，请核对申请内容后再试' },
  RHLC001: { status: 409, message: '明细超过 50,000 条，请缩小查询范围，或改用导出任务' },
  RHEX001: { status: 409, message: '进行中的导出已达上限，请等待完成，或取消其中一部分' },
  RHEX002: { status: 404, message: '导出文件已过期，请重新导出' },
  RHAG001: { status: 409, message: '协议已更新，请重新阅读并同意' },
  RHAZ001: { status: 409, message: '订单所依据的授权已撤回或到期，请重新授权后再付款' },
  RHTE001: { status: 409, message: '您已在另一个页面切换到其他商户，这次操作没有提交' },
  RHME001: { status: 409, message: '该手机号已是成员，或已有一份待接受的邀请' },
  RHME002: { status: 409, message: '主账号须先移交给其他成员，才能变更角色或移除' },
  RHME003: { status: 409, message: '邀请已失效，请联系邀请人重新发送' },
  RHME004: { status: 409, message: '待接受的邀请已达上限，请先撤回一部分' },
  RHFI001: { status: 409, message: '文件空间已用完，请联系我们扩容' },
  RHFI002: { status: 409, message: '文件正在安全检查，请稍后再试' },
  RHBI001: { status: 409, message: '所选账单的付款凭证份数已达上限，请等待核对' },
  RHBI002: { status: 409, message: '账期已出账，不能再导入明细；更正请放在以后的账期' },
  RHBI003: { status: 409, message: '内容相同的文件已导入过，请确认后再导入' },
  RHBI004: { status: 409, message: '这份凭证已退回，或它之后已登记收款，不能再退回，请刷新后查看' },
  RHBI005: { status: 409, message: '您上传后未导入的明细文件已达上限，请先完成导入，或等待它们到期清理' },
  RHBI006: { status: 409, message: '这个文件没有导入任何明细，不需要撤回' },
  RHBI007: { status: 409, message: '账期已出账，明细不能再撤回；有误的，请在以后的账期导入更正明细' },
  RHBI008: { status: 409, message: '这次导入较早，明细没有来源标记，不能整批撤回；有误的，请在出账后导入更正明细' },
  RHBI009: { status: 409, message: '这笔付款已经撤销，请刷新后查看' },
  RHBI010: { status: 409, message: '账单已申请开票或已开票，不能撤销付款；请先驳回开票申请或红冲发票' },
  RHBI011: { status: 429, message: '正在试算计费规则：每人同时一次，全部人员同时两次，请等这次算完再试' },
  RHBI012: { status: 409, message: '账单有核销的差额，请先撤销核销，再撤销付款' },
  RHBI013: { status: 409, message: '账单不是待商户付款的状态，不能核销，请刷新后查看' },
  RHBI014: { status: 409, message: '这张账单已有一笔核销等待同事复核' },
  RHBI015: { status: 409, message: '自己提出的核销须由另一位同事复核' },
  RHBI016: { status: 409, message: '这张账单没有核销，请刷新后查看' },
  RHFE001: { status: 409, message: '账单不是待确认状态，不能提出差异反馈，请刷新后查看' },
  RHFE002: { status: 409, message: '这条反馈已有答复或已撤回，不能再补充、撤回或答复，请刷新后查看' },
  RHFE003: { status: 409, message: '这条反馈还没有答复，或已撤回' },
  RHFE004: { status: 409, message: '每条反馈只能再次提出一次，平台的答复为最终结果' },
  RHFE005: { status: 409, message: '账单已结清，不能再次提出；如有差错，将在以后账期的明细中更正' },
  RHFE006: { status: 409, message: '这张账单另有一条反馈正在处理，请等它有了答复再提出' },
  RHFE007: { status: 409, message: '不能按主张金额同意：账单金额会低于零、低于已结算金额或没有变化，请改用调整或驳回' },
  RHFE008: { status: 409, message: '这张账单的差异反馈次数已达上限，请在已有的反馈里与我们联系' },
  RHFE009: { status: 409, message: '这条反馈的补充说明已达上限，请等待答复' },
  RHFE010: { status: 409, message: '这条反馈已有答复等待复核，请先放行或退回' },
  RHFE011: { status: 409, message: '自己提出的答复须由另一位同事复核' },
  RHFE012: { status: 409, message: '您与提出人七天内有一方的账号由另一方开通或重置，不能复核，请由其他同事复核' },
  RHRC001: { status: 409, message: '这笔流水已登记为收款，没有重复登记；请打开那笔收款认款' },
  RHRC002: { status: 422, message: '文件里有不能导入的行，没有导入任何一行；请核对列出的行' },
  RHRC003: { status: 409, message: '这个月已月结，不能再改；之后的更正记在未结的月份' },
  RHRC004: { status: 409, message: '还不能月结：有流水没有去处、文件不相接、上月未结，或这个月还没有过完' },
  RHRC005: { status: 409, message: '导入流水、认款或说明的人不能月结，请由另一位同事办理' },
  RHRC006: { status: 409, message: '这个支付方式没有开通，或不能付这么多，请换一种方式' },
  RHRC007: { status: 409, message: '上一笔在线付款还没有结果，可能已经付款；请稍候片刻再试' },
  RHRE001: { status: 409, message: '对账文件的空间已用完，请先结束已有的对账，或联系我们扩容' },
  RHRE002: { status: 409, message: '保存的来源已达上限，请改用已有的名称' },
  RHRE003: { status: 409, message: '这个账期还没有这个方向的已出账单，暂不能对账' },
  RHRE004: { status: 409, message: '进行中的对账已达上限，请等待完成，或取消其中一部分' },
  RHRE005: { status: 409, message: '商户账文件已不再保留，请重新上传' },
  RHRE006: { status: 409, message: '这次对账已结束，不能再更改；如需更改，请重新对账' },
  RHRE007: { status: 409, message: '这次对账还没有结束，结束后才有对账结果单' },
  RHRE008: { status: 409, message: '勾对需要两边各至少一行' },
  RHRE009: { status: 409, message: '一次勾对最多 200 行，请减少所选的行' },
  RHRE010: { status: 409, message: '所选的行里有已作为差异反馈提出的，不能再更改' },
  RHRE011: { status: 409, message: '所选的行里有没有勾对的，不能取消勾对' },
  RHRE012: { status: 409, message: '一次最多处理 10,000 项，请缩小筛选范围' },
  RHRE014: { status: 409, message: '账单在这次对账之后有变化，请重新对账后再继续' },
  RHRE013: { status: 409, message: '没有可以撤销的步骤' },
  RHRE020: { status: 409, message: '只有手工勾对或认可的、有对方且有差额的一对一，才能设为规则' },
  RHRE021: { status: 409, message: '在用的差异规则已达上限，请先收回不再需要的' },
  RHRE023: { status: 409, message: '这份商户账有已结束的对账，要作为对账结果单的凭据保留，不能删除' },
  RHRE024: { status: 409, message: '这份商户账正在对账，请等它完成，或先取消' },
  RHRE025: { status: 409, message: '今天的对账次数已达上限，请明天再对，或联系我们调整' },
  RHRE022: { status: 409, message: '同样的差异规则已经在用' },
  RHST001: { status: 403, message: '请先完成账号的安全设置' },
  RHST002: { status: 409, message: '这个账号已存在，请换一个' },
  RHST003: { status: 409, message: '自己的密码与动态口令请在“我的账号”里修改；自己的角色与锁定须由另一位管理员办理' },
  RHST004: { status: 403, message: '收款账户有改动：须由同时有账务权限的人员发布' },
  RHST005: { status: 403, message: '一次性密码已过期或已用过，请联系管理员重新设置' },
  RHCS001: { status: 409, message: '接待已结束' },
  RHCS002: { status: 429, message: '发送太频繁，请稍候再发' },
  RHCS003: { status: 409, message: '消息编号已用于另一条消息' },
  RHCS004: { status: 409, message: '消息发出已超过两分钟，不能撤回' },
  RHCS005: { status: 409, message: '这次接待还没有结束、已经评价，或已超过七天，不能评价' },
  RHCS006: { status: 409, message: '这次接待不由您进行，请先接待，或刷新后查看' },
  RHCS011: { status: 409, message: '有客服接待时才能发送图片' },
  RHCS012: { status: 409, message: '发送的图片和文件已达上限，请稍后再发' },
  RHCS013: { status: 503, message: '这段时间的接待太多，没有及时算出，请缩短日期范围' },
  RHNO001: { status: 409, message: '请先在安全设置里绑定邮箱，再开启邮件通知' },
} as const satisfies Record<string, CatalogueEntry>;

/** Every code a reply may carry. */
export type ErrCode = keyof typeof catalogue;
