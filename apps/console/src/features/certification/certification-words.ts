export { certificationStatusNames as statusNames } from '@ronghui/domain/certification';

import type { CertificationStatus } from '@ronghui/domain/certification';
import type { CertificationField } from '@ronghui/domain/certification-form';
import type { Tone } from '@ronghui/ui';
import type { Review } from './certification-queries.ts';

export const statusTones: Readonly<Record<CertificationStatus, Tone>> = {
  none: 'neutral',
  pending: 'warn',
  pendingTransfer: 'info',
  passed: 'ok',
  rejected: 'bad',
};

/** The steps of a history in words. */
export const eventNames: Readonly<Record<Review['steps'][number]['event'], string>> = {
  submit: '提交认证',
  approve: '审核通过',
  reject: '退回',
  transferRight: '打款验证通过',
  transferWrong: '打款金额不符',
  transferOverdue: '打款验证过期',
  abandon: '放弃变更',
};

const ofPictures = ['图片不清晰，请重新上传', '图片不完整，四角须在画面内', '证件与填写的信息不一致', '证件已过有效期'];
const ofWords = ['与证照不一致', '填写不完整'];

/** What reviewers write most, until their own phrases are known. */
const firstPhrases: Readonly<Partial<Record<CertificationField, readonly string[]>>> = {
  licenseFileId: ofPictures,
  legalIdFrontFileId: ofPictures,
  legalIdBackFileId: ofPictures,
  authorizationLetterFileId: ['未加盖公章', '授权人或经办人与填写的不一致', '授权已过期'],
  bankBranch: ['支行名称不完整', '与开户许可证不一致'],
  bankAccountNo: ['账号与户名不符', '须为对公账号'],
};

/** The phrases for a field, those in use first; one for each digit key. */
export const phrasesFor = (
  field: CertificationField,
  used: readonly { readonly field: CertificationField; readonly phrases: readonly string[] }[],
): readonly string[] => {
  const own = used.find((each) => each.field === field)?.phrases ?? [];
  return [...new Set([...own, ...(firstPhrases[field] ?? ofWords)])].slice(0, 9);
};
