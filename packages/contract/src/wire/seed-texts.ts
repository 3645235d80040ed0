/**
 * The texts of the seed's table, verbatim. Only this part ships to browsers: an `RH…` error shows its own errMsg (R8.3).
 *
 * @source R8, R8.6
 */
export const seedTexts = {
  OPS100011: '账号和密码不能为空',
  OPS10001: '账号或密码错误',
  OPS100015: '账号或密码错误',
  OPS100019: '账号或密码错误',
  OPS100020: '账号或密码错误',
  OPS01001: '账号或密码错误',
  OPS01006: '账号或密码错误',
  OPS10004: '验证码错误',
  OPS10003: '账号已锁定，请十分钟后重试',
  OPS100012: '账号已注销',
  OPS100021: '账号已锁定，请联系管理员',
  OPS01003: '账号已锁定，请联系管理员',
  OPSB0001: '系统繁忙，请稍后再试',
  OPSB0002: '系统繁忙，请稍后再试',
  OPSB0003: '系统繁忙，请稍后再试',
  OPSB0005: '系统繁忙，请稍后再试',
  OPS10005: '系统繁忙，请稍后再试',
  OPSB0006: '邮箱不存在',
  OPSB0009: '密码格式错误',
  OPS01002: '新密码与历史密码相同，请重新设置',
  UMDP00001: '网络环境异常',
} as const;

/** A code of the seed's table. */
export type SeedCode = keyof typeof seedTexts;
/** The text of an internal error, and of any reply without a better one. @source R8.3 */
export const systemText = '系统异常，请联系开发或运维人员';

/**
 * The seed's codes: a client always shows the text below, whatever the reply contains (R8.3 "mapped"). `RH…` codes show
 * their own errMsg.
 */
export const isMapped = (code: string): code is SeedCode => Object.hasOwn(seedTexts, code);
