import type { Input, Output, receiptOperations } from '@ronghui/contract';
import { normaliseSerial } from '@ronghui/domain/bill';
import { dayOf, isDay } from '@ronghui/domain/calendar';
import { lockSerials } from '#features/bill/bill.steps';
import { keptSite } from '#features/site/site.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { findOfTransfer, findTenantName, insertReceipt } from './registered.sql.ts';

type Asked = Input<'ops.receipt.register'>;
type Context = HandlerContext<(typeof receiptOperations)['ops.receipt.register']>;

const serialLength = 64;
const timePattern = /^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/;

/** A text as it is stored; null where it was not stated. */
const stated = (typed: string | undefined): string | null => {
  const text = typed?.trim() ?? '';
  return text === '' ? null : text;
};

/** The number of an account of ours, without the spaces and dashes by which it may be written in groups. */
const accountOf = (typed: string | undefined): string | null =>
  stated(typed?.normalize('NFKC').replaceAll(/[\s-]/gu, ''));

/** What is wrong with the day, the time or the serial; null where nothing is. */
const faultOf = (
  { receivedOn, receivedTime }: Pick<Asked, 'receivedOn' | 'receivedTime'>,
  { serial, now }: { readonly serial: string | null; readonly now: Date },
): ReturnType<typeof wrongField> | null => {
  if (!isDay(receivedOn)) return wrongField('receivedOn', '请填写存在的日期');
  if (receivedOn > dayOf(now)) return wrongField('receivedOn', '到账日不能晚于今天');
  if (receivedTime !== undefined && !timePattern.test(receivedTime))
    return wrongField('receivedTime', '请按 24 小时制填写时间，如 09:30');
  // A sign of another width may stand for several.
  if (serial !== null && [...serial].length > serialLength)
    return wrongField('serial', `银行流水号最多 ${serialLength} 个字`);
  return null;
};

/**
 * Registers money that arrived and pays nothing yet, of a merchant or of nobody known. A transfer that is a receipt already, whether it was registered
 * or typed with a payment, is refused with the number of that one: money comes in once.
 *
 * @source R15.3, receipts 1.2, receipts 1.3, receipts 1.4
 */
export const registerReceipt = async (
  asked: Asked,
  { db, transact, ports, staffId, fail, audit }: Context,
): Promise<Output<'ops.receipt.register'>> => {
  const { tenantId, receivedOn, receivedTime, amount, serial: typedSerial, ownAccount: typedAccount, ...more } = asked;
  const { payerName, payerBank, remark, ...rest } = more;
  allTaken(rest);
  const serial = stated(typedSerial === undefined ? undefined : normaliseSerial(typedSerial));
  const wrong = faultOf(asked, { serial, now: ports.clock.now() });
  if (wrong !== null) return fail('invalid', wrong);
  const { settings } = await keptSite(db, ports);
  // The account that merchants are asked to pay to, where none is stated.
  const ownAccount = accountOf(typedAccount) ?? accountOf(settings.payee?.accountNo);
  return transact(async (tx) => {
    if (tenantId !== undefined && (await findTenantName(tx, tenantId)) === undefined) return fail('notFound');
    if (serial !== null) {
      await lockSerials(tx, [serial]);
      const known = await findOfTransfer(tx, { serial, receivedOn, ownAccount });
      if (known !== undefined) return fail('known', { receiptNo: known });
    }
    const receiptNo = await insertReceipt(tx, {
      tenantId: tenantId ?? null,
      receivedOn,
      receivedTime: receivedTime ?? null,
      amount,
      serial,
      ownAccount,
      payerName: stated(payerName),
      payerBank: stated(payerBank),
      remark: stated(remark),
      staffId,
    });
    audit({
      object: receiptNo,
      ...(tenantId === undefined ? {} : { tenantId }),
      after: { amount, receivedOn, ...(serial === null ? {} : { serial }) },
    });
    return { receiptNo, version: 1 };
  });
};
