import type { AgreementBody } from './agreement-body.ts';
import type { Standing } from './agreement-queries.ts';

/** What a new version will ask of people, one sentence each: of whom, when, and what becomes of earlier consents. @source R10.6 */
export const askedByVersion = (body: AgreementBody, live: Standing): readonly string[] => {
  const from = body.effectiveOn === '' ? '生效后' : `${body.effectiveOn} 起`;
  if (body.scene === 'register') {
    return [
      body.required
        ? `${from}，已注册的用户下次进入商户中心时须先同意新版本；不同意就不能继续。`
        : `${from}，仍然同意着旧版本的用户，下次进入商户中心时会被问到，可以不同意。`,
      `现有 ${live.users}\u00a0位用户、${live.consents}\u00a0项有效同意；同意新版本后，旧的同意随之结束。`,
      `${from}注册的用户看到新版本，${body.required ? '必须同意' : '可以不同意'}。`,
    ];
  }
  const moment: Readonly<Record<Exclude<AgreementBody['scene'], 'register'>, string>> = {
    purchase: '购买',
    trial: '申请试用',
    contact: '留下联系方式',
    certification: '提交企业认证',
    dataSharing: '购买或重新授权、要向机构提供信息',
  };
  return [
    `${from}，商户${moment[body.scene]}时看到新版本，${body.required ? '必须同意' : '可以不同意'}。`,
    `现有 ${live.tenants}\u00a0家商户的 ${live.consents}\u00a0项有效同意继续有效，到期、撤回或重新授权为止，不因新版本结束。`,
  ];
};
