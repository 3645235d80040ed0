import { CallError, errorText } from '@ronghui/client';
import { type FileKind, fileKinds, fileNameFault, uploadMegabytes } from '@ronghui/domain/file-kind';

/** The fault of a chosen file by its name and size, shown early; the server checks its bytes. @source R5.1 */
export const chosenFileFault = (
  { name, size }: File,
  kinds: readonly FileKind[],
  megabytes: number = uploadMegabytes,
): string | undefined => fileNameFault(name, size, { kinds, maxBytes: megabytes * 1024 * 1024 });

/** The file name endings of some kinds, for a file input. */
export const endingsOf = (kinds: readonly FileKind[]): string =>
  kinds.flatMap((kind) => fileKinds[kind].endings.map((ending) => `.${ending}`)).join(',');

/** Why a file was not stored, as a text for its field. */
export const storingFault = (error: unknown): string => {
  const reason = error instanceof CallError ? error.fields[0]?.message : undefined;
  return reason ?? errorText(error instanceof CallError ? error.operationId : '', error);
};
