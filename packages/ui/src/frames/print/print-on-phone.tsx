import type { JSX } from 'react';
import { Button } from '../../widgets/button/button.tsx';
import css from './print-on-phone.module.css';

/** A call that prints, and whether it is being prepared. */
export type PrintOnPhoneProps = {
  onPrint: () => void;
  isPrinting?: boolean;
};

/** On a phone the way to the paper (there mostly a PDF) stands at the end: the bar has room for the next step alone. */
export function PrintOnPhone({ onPrint, isPrinting = false }: PrintOnPhoneProps): JSX.Element {
  return (
    <p className={css.row}>
      <Button size="small" loading={isPrinting} onClick={onPrint}>
        打印或存为 PDF
      </Button>
    </p>
  );
}
