import { maskMobile } from '@ronghui/domain/identity/mobile';
import type { LeadSource } from '@ronghui/domain/lead';
import type { OpsContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import { underFreeNumber } from '#kernel/setup/ids';
import { insertLead } from './lead.sql.ts';

/** A lead that staff write down for somebody who did not fill in the form. */
export interface NotedLead {
  readonly topic: Exclude<LeadSource, 'trial'>;
  readonly content: string;
  readonly name: string;
  readonly company: string | null;
  readonly mobile: string;
  readonly userId: string | null;
}

/** Adds it under a new number, without consents: nobody has agreed to a text. @source R11.4, service 5.4 */
export const noteLead = (
  tx: Tx,
  { topic, content, name, company, mobile, userId }: NotedLead,
  {
    ports: { digests, ids, vault },
    address,
    requestId,
    staffId,
  }: Pick<OpsContext, 'ports' | 'address' | 'requestId' | 'staffId'>,
): Promise<string> =>
  underFreeNumber(
    () => ids.number('LX'),
    (number) =>
      insertLead(tx, number, {
        kind: 'contact',
        topic,
        content,
        name,
        company,
        mobileDigest: digests.of('mobile', mobile),
        mobileSealed: vault.seal(mobile),
        mobileMasked: maskMobile(mobile),
        pid: null,
        skuId: null,
        options: null,
        consents: [],
        userId,
        notedBy: staffId,
        address,
        requestId,
      }),
  );
