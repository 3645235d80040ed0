import type { FieldReason } from '@ronghui/domain/certification';
import { listCurrentAgreements } from '#features/agreement/agreement.reads';
import { decideCertification } from '#features/certification/certification.review';
import { DemonstrationRefused } from '../operation-call.ts';
import type { DaysAgo, Event, Stage } from './event.ts';

/** The company of the merchant, as it was certified. */
export const company = {
  companyType: 'enterprise',
  companyName: '云栖商贸有限公司',
  uscc: '91330106MA2YQ5M7X3',
  licenseValidTo: null,
  provinceCode: '330000',
  cityCode: '330100',
  address: '西湖区云栖小镇示例路 18 号 3 幢 602 室',
  legalName: '王磊',
  legalIdNo: '11010519491231002X',
  legalIdValidTo: '2099-01-01',
  isAgent: false,
  bankName: '示例银行',
  bankAccountNo: '1202020109900112233',
} as const;

/** The files of the form, uploaded once for both submissions. */
const uploaded = async ({ cast, picture }: Stage) => ({
  licenseFileId: await cast.owner.upload('营业执照.jpg', picture('licence.jpg')),
  legalIdFrontFileId: await cast.owner.upload('身份证人像面.jpg', picture('id-front.jpg')),
  legalIdBackFileId: await cast.owner.upload('身份证国徽面.jpg', picture('id-back.jpg')),
});

/** The certification: sent back once, corrected, passed. And the record of the company (R4.11, R10.7). */
export const companyEvents = (stage: Stage, ago: DaysAgo): readonly Event[] => {
  const { past, cast, staff } = stage;
  let files: Awaited<ReturnType<typeof uploaded>> | undefined;
  let submissionNo = '';
  const submit = async (bankBranch: string): Promise<void> => {
    files ??= await uploaded(stage);
    const agreements = (await listCurrentAgreements(past.tx))
      .filter(({ scene }) => scene === 'certification')
      .map(({ id, version }) => ({ id, version }));
    const reply = await cast.owner.call('certification.submit', { ...company, ...files, bankBranch, agreements });
    submissionNo = reply.submissionNo ?? '';
  };
  const decide = async (reasons: readonly FieldReason[]): Promise<void> => {
    const decision = reasons.length === 0 ? { kind: 'approve' as const } : { kind: 'reject' as const, reasons };
    const result = await decideCertification(past.tx, past.ports, staff, { submissionNo, ...decision });
    if (!result.ok) throw new DemonstrationRefused(`certification: ${result.reason}`);
  };
  const describe = async (): Promise<void> => {
    const { version } = await cast.owner.call('tenant.get', {});
    await cast.owner.call('tenant.update', {
      version,
      industry: 'F',
      contactName: '陈静',
      contactEmail: 'finance@yunqi.example',
      logoFileId: await cast.owner.upload('云栖商贸标识.png', stage.picture('logo.png')),
    });
  };
  return [
    { at: ago(392, '10:20'), happens: () => submit('杭州分行') },
    {
      at: ago(391, '15:40'),
      happens: () => decide([{ field: 'bankBranch', reason: '支行名称不完整，请照开户许可证填写到网点' }]),
    },
    { at: ago(390, '09:12'), happens: () => submit('杭州分行西湖支行营业部') },
    { at: ago(389, '11:05'), happens: () => decide([]) },
    { at: ago(388, '16:30'), happens: describe },
  ];
};
