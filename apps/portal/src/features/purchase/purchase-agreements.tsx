import { AgreementBoxes } from '@ronghui/ui';
import type { JSX } from 'react';
import {
  type Agreement,
  type AgreementBoxesState,
  readAgreement,
  useReadMarks,
} from '#features/agreement/agreement.shared.ts';

interface PurchaseAgreementsProps {
  readonly agreements: readonly Agreement[];
  readonly boxes: AgreementBoxesState;
  readonly orgName: string | undefined;
}

/** The agreements of an order, and separately the box for giving data to an org. @source R10.6 */
export const PurchaseAgreements = ({
  agreements,
  boxes,
  orgName = '合作机构',
}: PurchaseAgreementsProps): JSX.Element => {
  const readMarks = useReadMarks(agreements);
  const { ticked, errors, onChange } = boxes;
  const props = { ticked, errors, onChange, read: readAgreement, readToEnd: readMarks };
  const sharing = agreements.filter(({ scene }) => scene === 'dataSharing');
  return (
    <>
      <AgreementBoxes {...props} legend="协议" agreements={agreements.filter(({ scene }) => scene !== 'dataSharing')} />
      <AgreementBoxes {...props} legend={`单独同意：向${orgName}提供办理所需的信息`} agreements={sharing} />
    </>
  );
};
