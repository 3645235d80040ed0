import { describe, expect, it } from 'vitest';
import {
  type CertificationForm,
  certificationFaults,
  certificationFieldNames,
  certificationFields,
  certificationSteps,
  isCertificationField,
} from './certification-form.ts';
import { isCityOf } from './company/division.ts';
import { normaliseBankAccount } from './invoice/bank-account.ts';

const today = '2026-11-20';
const rules = { today, isCityOf };
const form: CertificationForm = {
  companyType: 'enterprise',
  companyName: '云栖商贸有限公司',
  uscc: '91350100M000100Y43',
  licenseFileId: 'f1',
  licenseValidTo: null,
  provinceCode: '440000',
  cityCode: '440300',
  address: '南山区某路 1 号',
  legalName: '张三',
  legalIdNo: '11010519491231002X',
  legalIdFrontFileId: 'f2',
  legalIdBackFileId: 'f3',
  legalIdValidTo: '2030-01-01',
  isAgent: false,
  bankName: '示例银行',
  bankBranch: '南山支行',
  bankAccountNo: '6222020200112233',
};
const faultsOf = (changes: CertificationForm) =>
  certificationFaults({ ...form, ...changes }, rules).map(({ path, message }) => [path, message]);

describe('R5.4 the form of a certification', () => {
  it('R5.4 a complete one has no fault', () => {
    expect(faultsOf({})).toEqual([]);
  });

  it('R10.8 an empty one names every required field, in the order of the steps', () => {
    const faults = certificationFaults({}, rules);
    const asked = certificationFieldNames.filter((name) => !/^agent|^authorization/.test(name));
    expect(faults.map(({ path }) => path)).toEqual(asked);
    for (const { message } of faults) expect(message).toMatch(/^请(填写|选择|上传)/);
    expect(Math.max(...certificationFieldNames.map((name) => certificationFields[name].step))).toBe(
      certificationSteps.length - 1,
    );
  });

  it.each([
    [{ uscc: '91350100M000100Y4Z' }, 'uscc', '统一社会信用代码有误，请对照营业执照逐位核对'],
    [{ provinceCode: '110000' }, 'cityCode', '所选城市不属于该省份'],
    [{ legalIdNo: '110105194912310021' }, 'legalIdNo', '身份证号有误，请核对'],
    [{ bankAccountNo: '1234567' }, 'bankAccountNo', '账号应为 8 至 30 位数字'],
    [{ licenseValidTo: '2026-11-19' }, 'licenseValidTo', '营业执照有效期已过，请先更换证件'],
    [{ legalIdValidTo: '2026-02-30' }, 'legalIdValidTo', '请填写有效的日期'],
    [{ licenseValidTo: '' }, 'licenseValidTo', '请选择营业执照有效期'],
    [{ licenseFileId: null }, 'licenseFileId', '请上传营业执照'],
    [{ address: '  ' }, 'address', '请填写注册地址'],
  ])('R5.4 %j is reported at its field', (changes, path, message) => {
    expect(faultsOf(changes)).toEqual([[path, message]]);
  });

  it('R5.4 a licence is valid on its last day, and one without an end is valid', () => {
    expect(faultsOf({ licenseValidTo: today, legalIdValidTo: null })).toEqual([]);
  });

  it('R10.8 the fields of an agent are required with an agent, and ignored otherwise', () => {
    expect(faultsOf({ isAgent: true }).map(([path]) => path)).toEqual([
      'agentName',
      'agentIdNo',
      'authorizationLetterFileId',
    ]);
    expect(faultsOf({ isAgent: false, agentIdNo: 'nonsense' })).toEqual([]);
  });

  it('contract 5 its field names are known, and an account number may be typed with spaces and hyphens', () => {
    expect(isCertificationField('uscc')).toBe(true);
    expect(isCertificationField('toString')).toBe(false);
    expect(normaliseBankAccount('6222 0202-００11 2233')).toBe('6222020200112233');
  });
});
