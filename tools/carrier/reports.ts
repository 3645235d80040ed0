import { type Chance, chanceOf } from './chance.ts';
import type { Accepted, FormName } from './forms/form.ts';

/** One report in the form of a carrier. */
const reportOf = ({ form, number, id, mobile }: Accepted, isDelivered: boolean): unknown => {
  switch (form) {
    case 'aliyun':
      return {
        phone_number: mobile,
        send_time: '2026-11-29 12:00:00',
        report_time: '2026-11-29 12:00:03',
        success: isDelivered,
        err_code: isDelivered ? 'DELIVERED' : 'UNDELIV',
        err_msg: isDelivered ? '用户接收成功' : '终端不可达',
        sms_size: '1',
        biz_id: number,
        out_id: id,
      };
    case 'tencent':
      return {
        user_receive_time: '2026-11-29 12:00:03',
        nationcode: '86',
        mobile,
        report_status: isDelivered ? 'SUCCESS' : 'FAIL',
        errmsg: isDelivered ? 'DELIVRD' : 'UNDELIV',
        description: isDelivered ? '用户短信送达成功' : '终端不可达',
        sid: number,
      };
    case 'http':
      return { id, delivered: isDelivered, reason: isDelivered ? '' : '终端不可达' };
  }
};

const post = (url: string, reports: readonly unknown[]): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(reports),
  });

/** How reports are sent. */
export interface ReportOptions {
  readonly seed?: number;
  /** How many of them come twice, from 0 to 1. */
  readonly double?: number;
  readonly isDelivered?: boolean;
}

/** Reports on messages, some of them twice and out of order; the statuses of the answers. */
export const sendReports = async (
  urlOf: (form: FormName) => string,
  accepted: readonly Accepted[],
  { seed = 1, double = 0, isDelivered = true }: ReportOptions = {},
): Promise<number[]> => {
  const chance: Chance = chanceOf(seed);
  const statuses: number[] = [];
  for (const message of accepted) {
    const times = chance() < double ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      const { status } = await post(urlOf(message.form), [reportOf(message, isDelivered)]);
      statuses.push(status);
    }
  }
  return statuses;
};

/** Reports that no carrier has made: on messages that do not exist, with a false secret, and with bodies that are no reports. */
export const forgeReports = async (url: string, form: FormName, ids: readonly string[]): Promise<number[]> => {
  const invented = ids.map((id) =>
    reportOf(
      {
        form,
        number: `forged-${id}`,
        id,
        mobile: '13800000000',
        code: '',
        template: '',
        signName: '',
        at: new Date(0),
      },
      true,
    ),
  );
  const replies = [
    await post(url, invented),
    await post(url.replace(/[^/]{1,200}$/, 'A'.repeat(43)), invented),
    await fetch(url, { method: 'POST', body: '[[[' }),
    await fetch(url, { method: 'POST', body: '{"unlock":true}' }),
    await post(
      url,
      Array.from({ length: 5000 }, () => invented[0]),
    ),
  ];
  return replies.map(({ status }) => status);
};
