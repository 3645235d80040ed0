import type { JSX } from 'react';
import { Button } from '../button/button.tsx';
import css from './upload-bar.module.css';

/** `label` names the upload; `percent` is 0 to 100. */
export type UploadBarProps = { label: string; percent: number; onCancel: () => void };

/** Progress of an upload, with a cancel button. At 100 % the server is still examining the file. */
export function UploadBar({ label, percent, onCancel }: UploadBarProps): JSX.Element {
  return (
    <div className={css.busy}>
      <progress aria-label={`正在上传${label}`} max={100} value={percent === 100 ? undefined : percent} />
      <span className={css.percent}>{percent === 100 ? '正在检查' : `${percent}%`}</span>
      <Button size="small" variant="ghost" aria-label={`取消上传${label}`} onClick={onCancel}>
        取消
      </Button>
    </div>
  );
}
