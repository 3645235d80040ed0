import { Button, Dialog, FileInput, FormField, UploadBar } from '@ronghui/ui';
import { endingsOf } from '@ronghui/web/files/chosen-file';
import { useUpload } from '@ronghui/web/files/upload';
import type { JSX } from 'react';
import css from '../content.module.css';
import { uploadPicture } from '../content-queries.ts';
import { uploadName } from '../record/upload-name.ts';

const kinds = ['png', 'jpeg'] as const;
/** @unit megabytes of 1024 × 1024; the server takes 2,000,000 bytes */
const megabytes = 1.9;

interface PictureDialogProps {
  readonly onStored: (address: string) => void;
  readonly onClose: () => void;
}

/** Takes a picture for the text; it is put where the cursor stands. @source R11.3, security 4.8 */
export const PictureDialog = ({ onStored, onClose }: PictureDialogProps): JSX.Element => {
  const { running, fault, upload } = useUpload({
    name: uploadName('插入图片'),
    kinds,
    megabytes,
    store: async (file, options) => (await uploadPicture({ file, ...options })).url,
    onStored,
  });
  return (
    <Dialog open title="插入图片" onClose={onClose} actions={<Button onClick={onClose}>取消</Button>}>
      <div className={css.stack}>
        <FormField label="图片" hint={'PNG 或 JPEG，不超过 1.9\u00a0MB，插入在光标处'} error={fault}>
          <FileInput
            text="上传图片"
            accept={endingsOf(kinds)}
            disabled={running !== undefined}
            onChoose={([file]) => file && void upload(file)}
          />
        </FormField>
        {running === undefined ? null : (
          <UploadBar label={running.name} percent={running.percent} onCancel={running.cancel} />
        )}
      </div>
    </Dialog>
  );
};
