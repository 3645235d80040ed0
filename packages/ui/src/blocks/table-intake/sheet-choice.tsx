import type { JSX } from 'react';
import { FormField } from '../../widgets/form-field/form-field.tsx';
import { Select } from '../../widgets/select/select.tsx';

/** The sheets of a workbook; one of them is read. */
export type SheetChoiceProps = {
  sheets: readonly { at: number; name: string; isRead: boolean; hasRows: boolean; isHidden: boolean }[];
  onChoose: (at: number) => void;
};

type Sheet = SheetChoiceProps['sheets'][number];

function sheetText({ at, name, hasRows, isHidden }: Sheet): string {
  const more = [...(isHidden ? ['隐藏'] : []), ...(hasRows ? [] : ['空'])];
  return `第\u00a0${at + 1}\u00a0张 ${name}${more.length === 0 ? '' : `（${more.join('，')}）`}`;
}

/** Which sheet of a workbook is read; nothing where it has one. */
export function SheetChoice({ sheets, onChoose }: SheetChoiceProps): JSX.Element | null {
  if (sheets.length < 2) return null;
  const hidden = sheets.filter(({ isHidden }) => isHidden).length;
  return (
    <FormField
      label="工作表"
      hint={`共\u00a0${sheets.length}\u00a0张，读取选中的一张和表头与它相同的${hidden === 0 ? '' : `；其中\u00a0${hidden}\u00a0张是隐藏的`}`}
    >
      <Select
        value={String(sheets.find(({ isRead }) => isRead)?.at ?? '')}
        options={sheets.map((sheet) => ({
          value: String(sheet.at),
          label: sheetText(sheet),
          disabled: !(sheet.hasRows || sheet.isRead),
        }))}
        onValueChange={(value) => onChoose(Number(value))}
      />
    </FormField>
  );
}
