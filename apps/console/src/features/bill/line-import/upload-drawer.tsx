import { ledgerMegabytes } from '@ronghui/domain/file-kind';
import { Callout, Drawer, EmptyState, FileInput, FormField, PageState, Select, Skeleton, UploadBar } from '@ronghui/ui';
import { endingsOf } from '@ronghui/web/files/chosen-file';
import { useUpload } from '@ronghui/web/files/upload';
import { type JSX, useState } from 'react';
import css from './line-import.module.css';
import { uploadImport, useOpenStages } from './line-import-queries.ts';

const kinds = ['csv', 'xlsx'] as const;

interface UploadDrawerProps {
  readonly onClose: () => void;
  readonly onStored: (importId: string) => void;
}

/** Chooses the stage, then the file, which is uploaded at once. @source R11.6 */
export const UploadDrawer = ({ onClose, onStored }: UploadDrawerProps): JSX.Element => {
  const { state, retry } = useOpenStages();
  const [stageId, setStageId] = useState('');
  const [missing, setMissing] = useState<string>();
  const { running, fault, upload } = useUpload({
    name: 'line-import',
    kinds,
    megabytes: ledgerMegabytes,
    store: async (file, options) => (await uploadImport({ stageId, file, ...options })).importId,
    onStored,
  });
  const choose = (file: File | undefined): void => {
    if (stageId === '') setMissing('请先选择账期');
    else if (file !== undefined) void upload(file);
  };
  return (
    <Drawer open title="导入明细" onClose={onClose}>
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={3} />}
        empty={<EmptyState title="没有账期" text="请先建立账期。" />}
        onRetry={retry}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="没有未出账的账期" text="请先建立账期，再导入它的明细。" />
          ) : (
            <div className={css.body}>
              <FormField label="账期" required error={missing}>
                <Select
                  value={stageId}
                  placeholder="请选择"
                  disabled={running !== undefined}
                  options={items.map((stage) => ({ value: stage.stageId, label: stage.name }))}
                  onValueChange={(value) => {
                    setStageId(value);
                    setMissing(undefined);
                  }}
                />
              </FormField>
              <FormField
                label="文件"
                required
                hint={`CSV（.csv、.txt）或 XLSX，最大 ${ledgerMegabytes}\u00a0MB、一百万行`}
                error={fault}
              >
                <FileInput
                  text="选择文件"
                  accept={endingsOf(kinds)}
                  disabled={running !== undefined}
                  onChoose={([file]) => choose(file)}
                />
              </FormField>
              <div role="status">{running === undefined ? null : `正在上传 ${running.name}`}</div>
              {running === undefined ? null : (
                <UploadBar label={running.name} percent={running.percent} onCancel={running.cancel} />
              )}
              <Callout>上传之后先核对各列的含义，再开始导入。客户姓名只保存为“张*”的样子。</Callout>
            </div>
          )
        }
      </PageState>
    </Drawer>
  );
};
