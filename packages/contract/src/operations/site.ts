import { site } from '../content-shapes.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { authMapShape, signShape, userShape } from '../session-shapes.ts';
import { flag, isoTime, nullable, object, text, word } from '../shapes.ts';

/** Start-up and visibility (R4.1, R2.6). */
export const siteOperations = {
  'sys.commonConfig': operation({
    path: '/ftc/api/sys/commonConfig',
    summary: '启动配置：公共状态、公钥、签名密钥、权限与当前用户',
    who: 'visitor',
    signed: false,
    request: object({}),
    reply: object({
      visibleFlag: object({ IS_VISIBLE_DOC_CENTER: word(['on', 'off']) }),
      crypto: object({ kid: text(64), publicKey: text(1000) }),
      sign: signShape(),
      serverTime: isoTime(),
      auth: authMapShape(),
      user: nullable(userShape()),
      site: site(),
    }),
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
