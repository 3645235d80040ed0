import { type JSX, useState } from 'react';
import { Checkbox } from '../checkbox/checkbox.tsx';
import { Tag } from '../tag/tag.tsx';
import css from './agreement-boxes.module.css';
import type { AgreementDrawer } from './agreement-drawer.tsx';
import type { AgreementItem, AgreementText } from './agreement-item.ts';

/** Checkboxes, one per agreement, all initially unchecked. */
export type AgreementBoxesProps = {
  legend: string;
  agreements: readonly AgreementItem[];
  /** Ids of the checked ones. */
  ticked: readonly string[];
  onChange: (id: string, ticked: boolean) => void;
  /** Errors by id. */
  errors?: Readonly<Record<string, string>>;
  /** Fetches a text for its drawer. */
  read: (agreement: AgreementItem) => Promise<AgreementText>;
  /**
   * If set, a text must be read to its end before its box can be checked, and these ids have been read. Otherwise any
   * box can be checked.
   */
  readToEnd?: { ids: readonly string[]; onRead: (id: string) => void } | undefined;
};

/**
 * Consents: separate checkboxes, required ones marked, each text one click away.
 *
 * @source R10.6
 */
export function AgreementBoxes(props: AgreementBoxesProps): JSX.Element | null {
  const { legend, agreements, ticked, onChange, errors = {}, read, readToEnd } = props;
  const [open, setOpen] = useState<AgreementItem>();
  const [drawer, setDrawer] = useState<{ Drawer: typeof AgreementDrawer }>();
  const [failed, setFailed] = useState(false);
  if (agreements.length === 0) return null;
  const mustRead = (id: string): boolean => readToEnd !== undefined && !readToEnd.ids.includes(id);
  /** The drawer and the text renderer are loaded when the first text is opened. */
  function show(agreement: AgreementItem): void {
    setOpen(agreement);
    setFailed(false);
    if (drawer !== undefined) return;
    import('./agreement-drawer.tsx').then(
      ({ AgreementDrawer: Drawer }) => setDrawer({ Drawer }),
      () => {
        setOpen(undefined);
        setFailed(true);
      },
    );
  }
  function tick(agreement: AgreementItem, wanted: boolean): void {
    if (wanted && mustRead(agreement.id)) show(agreement);
    else onChange(agreement.id, wanted);
  }
  return (
    <fieldset className={css.boxes}>
      <legend className={css.legend}>{legend}</legend>
      {agreements.map((agreement) => (
        <div key={agreement.id}>
          <Checkbox
            name={`agreement-${agreement.id}`}
            checked={ticked.includes(agreement.id)}
            onCheckedChange={(wanted) => tick(agreement, wanted)}
            aria-required={agreement.required || undefined}
            error={errors[agreement.id]}
          >
            {agreement.required ? '我已阅读并同意' : '我同意'}
            <button
              type="button"
              className={css.title}
              aria-haspopup="dialog"
              onClick={(event) => {
                // Inside the label, a click would check the box as well.
                event.preventDefault();
                show(agreement);
              }}
            >
              《{agreement.title}》
            </button>
            <Tag tone={agreement.required ? 'info' : 'neutral'}>{agreement.required ? '必选' : '可选'}</Tag>
          </Checkbox>
          {agreement.note === undefined ? null : <p className={css.note}>{agreement.note}</p>}
        </div>
      ))}
      {failed ? (
        <p className={css.failed} role="alert">
          协议没有打开，请检查网络后再试
        </p>
      ) : null}
      {open === undefined || drawer === undefined ? null : (
        <drawer.Drawer
          key={open.id}
          agreement={open}
          read={read}
          mustRead={mustRead(open.id)}
          ticked={ticked.includes(open.id)}
          onRead={() => readToEnd?.onRead(open.id)}
          onAgree={() => {
            onChange(open.id, true);
            setOpen(undefined);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </fieldset>
  );
}
