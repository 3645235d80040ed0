import { AgreementBoxes } from '@ronghui/ui';
import type { JSX } from 'react';
import { type Agreement, type Consents, readAgreement, useReadMarks } from '#features/agreement/agreement.shared.ts';

interface ConsentBoxesProps {
  readonly agreements: readonly Agreement[];
  readonly consents: Consents;
  readonly orgName: string | undefined;
}

/** The agreements of an order, and apart from them the box for giving data to an org. @source R10.6 */
export const ConsentBoxes = ({ agreements, consents, orgName = '合作机构' }: ConsentBoxesProps): JSX.Element => {
  const readMarks = useReadMarks(agreements);
  const { ticked, errors, onChange } = consents;
  const boxes = { ticked, errors, onChange, read: readAgreement, readToEnd: readMarks };
  const sharing = agreements.filter(({ scene }) => scene === 'dataSharing');
  return (
    <>
      <AgreementBoxes {...boxes} legend="协议" agreements={agreements.filter(({ scene }) => scene !== 'dataSharing')} />
      <AgreementBoxes {...boxes} legend={`单独同意：向${orgName}提供办理所需的信息`} agreements={sharing} />
    </>
  );
};
