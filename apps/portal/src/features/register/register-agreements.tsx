import { AgreementBoxes, Button, Callout, Skeleton } from '@ronghui/ui';
import { startUp } from '@ronghui/web/calls/call';
import type { JSX } from 'react';
import { type Agreement, type AgreementBoxesState, readAgreement } from '#features/agreement/agreement.shared.ts';
import { startUpStore } from '#kernel/start-up.ts';

interface RegisterAgreementsProps {
  readonly agreements: readonly Agreement[];
  readonly boxes: AgreementBoxesState;
}

/** The agreements of a registration: the required ones, and separately the optional ones. @source R10.6 */
export const RegisterAgreements = ({ agreements, boxes }: RegisterAgreementsProps): JSX.Element => {
  const { phase } = startUpStore.use();
  if (agreements.length === 0) {
    return phase === 'starting' ? (
      <div role="status" aria-label="正在获取协议">
        <Skeleton count={3} />
      </div>
    ) : (
      <Callout tone="bad" role="alert">
        协议没有取到，暂时不能注册。
        <Button size="small" variant="ghost" onClick={() => void startUp()}>
          重试
        </Button>
      </Callout>
    );
  }
  const props = { ticked: boxes.ticked, errors: boxes.errors, onChange: boxes.onChange, read: readAgreement };
  return (
    <>
      <AgreementBoxes {...props} legend="协议" agreements={agreements.filter(({ required }) => required)} />
      <AgreementBoxes
        {...props}
        legend="由您选择，不影响注册"
        agreements={agreements.filter(({ required }) => !required)}
      />
    </>
  );
};
