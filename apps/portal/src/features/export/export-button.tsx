import type { ExportKind } from '@ronghui/domain/export';
import { Button, type FilterField, type FilterValues } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { mayEnter } from '@ronghui/web/session/start-up-state';
import { type JSX, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import type { ExportTarget } from './export-queries.ts';

/** Fetches it, also ahead. */
export const loadExportDialog = () => import('./export-dialog.tsx');
const ExportDialog = lazyPart(loadExportDialog);

/** A list that is to be exported, as its page has it. */
export interface ExportedPage {
  readonly kind: ExportKind;
  /** The filter as the list sends it; the address may contain any value, and the server validates it. */
  readonly filter: Readonly<Partial<Record<string, string>>>;
  /** The same with the fields of the page, for its words. */
  readonly fields: readonly FilterField[];
  readonly values: FilterValues;
  /** How many rows the list counted; undefined while it is not known. */
  readonly total: number | undefined;
  readonly totalIsExact: boolean;
}

/** 导出, for those who may: asks for the format, shows what is exported, and saves the file when it is made. @source R10.5, R6.3 */
export const ExportButton = (page: ExportedPage): JSX.Element | null => {
  const [isOpen, setOpen] = useState(false);
  const held = useAuth();
  if (!mayEnter(held, ['export.create'])) return null;
  const target: ExportTarget = { kind: page.kind, filter: page.filter as ExportTarget['filter'] };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        导出
      </Button>
      {isOpen ? <ExportDialog page={page} target={target} onClose={() => setOpen(false)} /> : null}
    </>
  );
};
