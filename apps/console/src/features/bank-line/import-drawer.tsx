import { ledgerMegabytes } from '@ronghui/domain/file-kind';
import { Callout, Drawer, EmptyState, FileInput, FormField, PageState, Select, Skeleton } from '@ronghui/ui';
import { chosenFileFault, endingsOf } from '@ronghui/web/files/chosen-file';
import { type JSX, useState } from 'react';
import css from './bank-line.module.css';
import { useAccounts } from './bank-line-queries.ts';
import { StatementPreview } from './statement-preview.tsx';

const kinds = ['csv', 'xlsx'] as const;

/** Chooses the account and a file, shows what its import would do, and imports it. @source receipts 2.1 */
export const ImportDrawer = ({ onClose }: { readonly onClose: () => void }): JSX.Element => {
  const { state, query } = useAccounts();
  const [chosen, setChosen] = useState<string>();
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState<string>();
  const choose = (each: File | undefined): void => {
    if (each === undefined) return;
    const wrong = chosenFileFault(each, kinds, ledgerMegabytes);
    setFault(wrong);
    setFile(wrong === undefined ? each : undefined);
  };
  return (
    <Drawer open size="large" title="导入银行流水" onClose={onClose}>
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={3} />}
        empty={<EmptyState title="没有收款账户" text="请先在站点设置里填写收款账户。" />}
        onRetry={() => void query.refetch()}
      >
        {({ items }) => {
          const account = chosen ?? items.find(({ isPayee }) => isPayee)?.ownAccount ?? items[0]?.ownAccount ?? '';
          return (
            <div className={css.body}>
              <FormField label="收款账户" required>
                <Select
                  value={account}
                  options={items.map(({ ownAccount, lastOn }) => ({
                    value: ownAccount,
                    label: lastOn === undefined ? ownAccount : `${ownAccount}（已导入到 ${lastOn}）`,
                  }))}
                  onValueChange={setChosen}
                />
              </FormField>
              <FormField
                label="文件"
                required
                hint={file?.name ?? `CSV（.csv、.txt）或 XLSX，最大 ${ledgerMegabytes}\u00a0MB、两万行`}
                error={fault}
              >
                <FileInput
                  text={file === undefined ? '选择文件' : '另选文件'}
                  accept={endingsOf(kinds)}
                  onChoose={([each]) => choose(each)}
                />
              </FormField>
              {file === undefined ? (
                <Callout>选择文件之后先核对，再导入：只导入没有导入过的行，要么全部导入，要么一行也不导入。</Callout>
              ) : (
                <StatementPreview
                  key={`${account} ${file.name} ${file.lastModified} ${file.size}`}
                  file={file}
                  ownAccount={account}
                  onDone={onClose}
                />
              )}
            </div>
          );
        }}
      </PageState>
    </Drawer>
  );
};
