import { site } from '../content-shapes.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { authMapShape, opsAuthMapShape, signShape, staffSetup, staffShape, userShape } from '../session-shapes.ts';
import { flag, isoTime, nullable, object, text, word } from '../shapes.ts';

/** The part that both start-up calls return. */
const startUp = () => ({
  visibleFlag: object({ IS_VISIBLE_DOC_CENTER: word(['on', 'off']) }),
  crypto: object({ kid: text(64), publicKey: text(1000) }),
  sign: signShape(),
  serverTime: isoTime(),
  site: site(),
});

/** Start-up and visibility (R4.1, R2.6). */
export const siteOperations = {
  'sys.commonConfig': operation({
    path: '/ftc/api/sys/commonConfig',
    summary: '启动配置：公共状态、公钥、签名密钥、权限与当前用户',
    who: 'visitor',
    signed: false,
    request: object({}),
    reply: object({ ...startUp(), auth: authMapShape(), user: nullable(userShape()) }),
  }),
  'ops.commonConfig': operation({
    path: '/ftc/ops/commonConfig',
    summary: '运营台启动配置：公钥、签名密钥、权限与当前人员',
    who: 'visitor',
    area: 'ops',
    signed: false,
    request: object({}),
    reply: object({ ...startUp(), auth: opsAuthMapShape(), user: nullable(staffShape()), ...staffSetup() }),
  }),
  'sys.isVisible': operation({
    path: '/ftc/api/sys/isVisible',
    summary: '查询某项功能是否可见',
    who: 'visitor',
    content: true,
    request: object({ key: text(64) }),
    reply: object({ key: text(64), visible: flag() }),
  }),
} satisfies Record<string, OperationSpec>;
