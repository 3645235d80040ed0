/** The entry that ships to browsers: constants and the seed's error table, without the schema library (house 2). */
export type { ErrCode } from './catalogue.ts';
export {
  gatewayMap,
  idempotentOperations,
  idempotentStaffOperations,
  sealedFields,
  sealedPaths,
} from './gateway-map.gen.ts';
export { isMapped, seedTexts, systemText } from './wire/seed-texts.ts';

/** The channel of every gateway call (R9.1). */
export const channel = 'OAPP';

/** The two operations for which every mapped error reads 验证码发送失败 (R8.2). */
export const codeSendingOperations: readonly string[] = ['portal.sendSmsCode', 'user.sendVerifyCode'];

/** Operations called directly and unsigned; each returns a signing key. */
export const startUpOperations: readonly string[] = ['sys.commonConfig', 'ops.commonConfig'];

/**
 * The header in which a page may say whose data it shows; a merchant's call for another tenant than the session's is refused, so that nothing is
 * done for one whose page is not looked at. @source R10.9
 */
export const tenantHeader = 'x-tenant-id';

/** The operation that loads the tenant; its 401 shows no message (R4.3). */
export const tenantInfoOperation = 'tenant.get';

/** Time limits: of a call, and of an upload or download without progress. @unit ms @source R9.1 */
export const callTimeoutMs = 30_000;
export const transferTimeoutMs = 120_000;

/** Limits of a list's page (contract 4). */
export const pageSize = { min: 10, max: 100, normal: 20 } as const;
