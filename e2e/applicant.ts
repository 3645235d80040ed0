import { newCode } from './company-code.ts';
import { agreementsOf, newMobile, registerMobile } from './registration.ts';
import { type SignedSession, startSession, textIn } from './signed-calls.ts';
import { newKey } from './staff.ts';

/** A merchant that registered and sent its certification without a browser. */
export interface Applicant {
  readonly session: SignedSession;
  readonly mobile: string;
  readonly companyName: string;
  readonly submissionNo: string;
}

/** Sends a certification with this picture for every document; returns its number. */
export const certifyBySignedCalls = async (
  url: string,
  session: SignedSession,
  {
    companyName,
    uscc = newCode(),
    picture,
  }: { readonly companyName: string; readonly uscc?: string; readonly picture: Buffer },
): Promise<string> => {
  const form = {
    companyType: 'enterprise',
    companyName,
    uscc,
    licenseFileId: await session.upload('营业执照.jpg', picture),
    licenseValidTo: null,
    provinceCode: '440000',
    cityCode: '440300',
    address: '南山区某路 1 号',
    legalName: '张三',
    legalIdFrontFileId: await session.upload('人像面.jpg', picture),
    legalIdBackFileId: await session.upload('国徽面.jpg', picture),
    legalIdValidTo: '2099-01-01',
    isAgent: false,
    bankName: '示例银行',
    bankBranch: '南山支行',
  };
  const numbers = { legalIdNo: '11010519491231002X', bankAccountNo: '6222020200112233' };
  const agreements = await agreementsOf(url, 'certification');
  const more = { ...form, agreements, idempotencyKey: newKey() };
  return textIn(await session.callSealed('certification.submit', numbers, more), 'submissionNo');
};

/** Registers and sends a certification with this picture for every document. */
export const applyBySignedCalls = async (
  server: { readonly url: string; readonly dataDir: string },
  companyName: string,
  picture: Buffer,
): Promise<Applicant> => {
  const mobile = newMobile();
  const session = await registerMobile(server, mobile);
  const submissionNo = await certifyBySignedCalls(server.url, session, { companyName, picture });
  return { session, mobile, companyName, submissionNo };
};

/** Buys a product that is paid up front; returns the order's number. */
export const buyBySignedCalls = async (url: string, session: SignedSession): Promise<string> => {
  const wanted = { pid: 'e-invoice', skuId: 'basic', quantity: 1, termMonths: 12, options: { volume: '100' } };
  const quote = await session.call('order.quote', wanted);
  const agreements = await agreementsOf(url, 'purchase');
  const order = { ...wanted, agreements, expectedAmount: quote['totalAmount'], idempotencyKey: newKey() };
  return textIn(await session.call('portal.purchase', order), 'orderNo');
};

/** Leaves a message for the provider as a visitor; returns its number. */
export const leaveMessage = async (
  url: string,
  { mobile, name, company, content }: Readonly<Record<'mobile' | 'name' | 'company' | 'content', string>>,
): Promise<string> => {
  const session = await startSession(url, '/ftc/api/sys/commonConfig');
  const { imageId } = await session.call('user.generateImageCode');
  const { imageTicket } = await session.call('user.verifyImageCode', { imageId, code: 'abcd' });
  const agreements = await agreementsOf(url, 'contact');
  const message = { name, company, topic: 'consult', content, imageTicket, agreements, idempotencyKey: newKey() };
  return textIn(await session.callSealed('portal.contact', { mobile }, message), 'ticketNo');
};
