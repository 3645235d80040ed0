import { type JSX, useState } from 'react';
import { EyeIcon, EyeOffIcon } from '../icon/widget-icons.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import css from './masked.module.css';

/** Personal data that the server masked. */
export type MaskedProps = {
  /** The masked text, as the server sent it. */
  value: string;
  /** The data's name, for the button's label: 手机号. */
  label: string;
  /**
   * Fetches the plain text where the role may see it; without it there is no button. After a rejection the text stays
   * masked, and the caller reports the error.
   */
  reveal?: (() => Promise<string>) | undefined;
};

/** Masked by default, shown on demand and hidden again. */
export function Masked({ value, label, reveal }: MaskedProps): JSX.Element {
  const [plain, setPlain] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function toggle(): Promise<void> {
    if (plain !== null) return setPlain(null);
    if (!reveal || busy) return;
    setBusy(true);
    try {
      setPlain(await reveal());
    } catch {
      setPlain(null);
    } finally {
      setBusy(false);
    }
  }
  return (
    <span className={css.masked}>
      <span aria-live="polite">{plain ?? value}</span>
      {reveal ? (
        <IconButton
          size="small"
          label={plain === null ? `显示${label}` : `隐藏${label}`}
          aria-busy={busy || undefined}
          icon={plain === null ? <EyeIcon size={16} /> : <EyeOffIcon size={16} />}
          onClick={() => void toggle()}
        />
      ) : null}
    </span>
  );
}
