import { ledgerFieldNames } from '@ronghui/domain/recon';
import { saveFile } from '@ronghui/web/files/save-file';

const fields = ['reference', 'occurredOn', 'amount', 'counterparty'] as const;

/** Without this mark spreadsheet programs read UTF-8 as another encoding. */
const byteOrderMark = '\ufeff';

/** The text of an empty ledger: its head. */
export const templateText = (): string =>
  `${byteOrderMark}${fields.map((field) => ledgerFieldNames[field]).join(',')}\r\n`;

/** Saves an empty ledger to be filled in. @source R13.1 */
export const saveTemplate = (): void =>
  saveFile({ blob: new Blob([templateText()], { type: 'text/csv;charset=utf-8' }), fileName: '商户账模板.csv' });
