// Generated from the contract by `npm run openapi`; never edited.

/** Path → operation id: a call by path goes through the gateway when it stands here (R7.2). */
export const gatewayMap: Readonly<Record<string, string>> = {
  '/ftc/api/sys/commonConfig': 'sys.commonConfig',
  '/ftc/api/sys/isVisible': 'sys.isVisible',
  '/ftc/api/user/generateImageCode': 'user.generateImageCode',
  '/ftc/api/user/verifyImageCode': 'user.verifyImageCode',
  '/ftc/portal/sendSmsCode': 'portal.sendSmsCode',
  '/ftc/portal/login': 'portal.login',
  '/ftc/portal/loginBySms': 'portal.loginBySms',
  '/ftc/portal/register': 'portal.register',
  '/ftc/portal/logout': 'portal.logout',
  '/ftc/portal/changePwd': 'portal.changePwd',
  '/ftc/portal/findPwd': 'portal.findPwd',
  '/ftc/api/tenant/get': 'tenant.get',
  '/ftc/portal/querySlideInfo': 'portal.querySlideInfo',
  '/ftc/portal/recommendQueryList': 'portal.recommendQueryList',
  '/ftc/portal/queryProductMap': 'portal.queryProductMap',
  '/ftc/portal/productQueryDetail': 'portal.productQueryDetail',
  '/ftc/api/portal/queryPage': 'portal.queryPage',
  '/ftc/api/agreement/detail': 'agreement.detail',
  '/ftc/api/order/quote': 'order.quote',
  '/ftc/portal/purchase': 'portal.purchase',
  '/ftc/api/order/page': 'order.page',
  '/ftc/api/order/detail': 'order.detail',
  '/ftc/api/order/cancel': 'order.cancel',
  '/ftc/api/order/renew': 'order.renew',
  '/ftc/api/authorization/page': 'authorization.page',
  '/ftc/api/authorization/detail': 'authorization.detail',
  '/ftc/api/authorization/revoke': 'authorization.revoke',
  '/ftc/api/authorization/download': 'authorization.download',
  '/ftc/portal/contact': 'portal.contact',
  '/ftc/api/customerContact/trial': 'customerContact.trial',
  '/ftc/api/doc/queryList': 'doc.queryList',
  '/ftc/api/doc/queryDocTree': 'doc.queryDocTree',
  '/ftc/api/doc/queryDetail': 'doc.queryDetail',
  '/ftc/api/doc/rate': 'doc.rate',
  '/ftc/api/behavior/report': 'behavior.report',
};

/** Operation id → the fields that travel sealed (contract 3), by their dotted paths. */
export const sealedFields: Readonly<Record<string, readonly string[]>> = {
  'portal.sendSmsCode': ['mobile'],
  'portal.login': ['mobile', 'pwd'],
  'portal.loginBySms': ['mobile'],
  'portal.register': ['mobile', 'pwd'],
  'portal.changePwd': ['mobile', 'oldPwd', 'newPwd'],
  'portal.findPwd': ['mobile', 'newPwd'],
  'portal.purchase': ['contact.mobile'],
  'portal.contact': ['mobile'],
  'customerContact.trial': ['mobile'],
};

/** Operations whose payload carries an `idempotencyKey` (contract 2). */
export const idempotentOperations: readonly string[] = [
  'portal.purchase',
  'order.cancel',
  'order.renew',
  'authorization.revoke',
  'portal.contact',
  'customerContact.trial',
];
