import type { CodeRow, CodeTable } from './refusal.ts';

/** What a code that is not listed means: of the platform itself, or of our account. */
const unlisted = (code: string): CodeRow =>
  /^(?:isp\.|Throttling|ServiceUnavailable|InternalError)/.test(code)
    ? ['retry', '阿里云系统错误']
    : ['failOver', '阿里云拒绝了请求'];

/** The codes that Alibaba Cloud publishes for `SendSms`; `docs/senders.md` has the same table. @source running 2.3 */
export const aliyunCodes: CodeTable = {
  codes: {
    'isp.SYSTEM_ERROR': ['retry', '阿里云系统错误'],
    'isp.GATEWAY_ERROR': ['retry', '阿里云网关错误'],
    'isp.UNKNOWN': ['retry', '阿里云系统错误'],
    'isv.SYSTEM_ERROR': ['retry', '阿里云系统错误'],
    ServiceUnavailable: ['retry', '阿里云暂时不可用'],
    InternalError: ['retry', '阿里云系统错误'],
    Throttling: ['retry', '调用过于频繁'],
    'Throttling.Api': ['retry', '调用过于频繁'],
    'Throttling.User': ['retry', '调用过于频繁'],
    SignatureNonceUsed: ['retry', '签名随机数重复'],
    'isp.RAM_PERMISSION_DENY': ['failOver', '访问密钥没有短信权限'],
    'isv.OUT_OF_SERVICE': ['failOver', '账户欠费停机'],
    'isv.AMOUNT_NOT_ENOUGH': ['failOver', '账户余额不足'],
    'isv.PRODUCT_UN_SUBSCRIPT': ['failOver', '没有开通短信服务'],
    'isv.PRODUCT_UNSUBSCRIBE': ['failOver', '没有开通短信服务'],
    'isv.ACCOUNT_NOT_EXISTS': ['failOver', '账户不存在'],
    'isv.ACCOUNT_ABNORMAL': ['failOver', '账户异常'],
    'isv.SMS_TEMPLATE_ILLEGAL': ['failOver', '模板不存在或未通过审核'],
    'isv.TEMPLATE_MISSING_PARAMETERS': ['failOver', '模板变量缺少'],
    'isv.TEMPLATE_PARAMS_ILLEGAL': ['failOver', '模板变量不合规'],
    'isv.INVALID_PARAMETERS': ['failOver', '参数有误'],
    'isv.INVALID_JSON_PARAM': ['failOver', '模板变量不是 JSON'],
    'isv.PARAM_LENGTH_LIMIT': ['failOver', '模板变量过长'],
    'isv.PARAM_NOT_SUPPORT_URL': ['failOver', '模板变量不能是网址'],
    'isv.BLACK_KEY_CONTROL_LIMIT': ['failOver', '模板变量含禁用词'],
    'isv.SMS_CONTENT_ILLEGAL': ['failOver', '短信内容被禁止'],
    'isv.SMS_SIGNATURE_ILLEGAL': ['failOver', '签名不存在或未通过审核'],
    'isv.SMS_SIGNATURE_SCENE_ILLEGAL': ['failOver', '签名不适用于这类短信'],
    'isv.SMS_SIGN_ILLEGAL': ['failOver', '签名被禁用'],
    'isv.SIGN_STATE_ILLEGAL': ['failOver', '签名不可用'],
    'isv.EXTEND_CODE_ERROR': ['failOver', '扩展码有误'],
    'isv.DENY_IP_RANGE': ['failOver', '服务器所在地区被禁用'],
    'isv.DAY_LIMIT_CONTROL': ['failOver', '达到账户的日发送限额'],
    'isv.MONTH_LIMIT_CONTROL': ['failOver', '达到账户的月发送限额'],
    'isv.DOMESTIC_NUMBER_NOT_SUPPORTED': ['failOver', '模板不支持境内号码'],
    SignatureDoesNotMatch: ['failOver', '访问密钥有误'],
    'InvalidAccessKeyId.NotFound': ['failOver', '访问密钥不存在'],
    'InvalidAccessKeyId.Inactive': ['failOver', '访问密钥已停用'],
    'InvalidTimeStamp.Expired': ['failOver', '服务器时钟不准'],
    'isv.BUSINESS_LIMIT_CONTROL': ['wait', '号码达到阿里云的发送限额'],
    'isv.MOBILE_NUMBER_ILLEGAL': ['number', '号码不正确'],
    'isv.MOBILE_COUNT_OVER_LIMIT': ['number', '号码过多'],
    MOBILE_IN_BLACK: ['number', '号码在黑名单中'],
  },
  unlisted,
};
