import { CallError, errorText } from '@ronghui/client';
import { type FileKind, fileKinds, fileNameFault, uploadMegabytes } from '@ronghui/domain/file-kind';

/** For the user's sake: what is wrong with a chosen file. The server looks at its bytes. @source R5.1 */
export const chosenFileFault = ({ name, size }: File, kinds: readonly FileKind[]): string | undefined =>
  fileNameFault(name, size, { kinds, maxBytes: uploadMegabytes * 1024 * 1024 });

/** The endings of some kinds, for a control that chooses files. */
export const endingsOf = (kinds: readonly FileKind[]): string =>
  kinds.flatMap((kind) => fileKinds[kind].endings.map((ending) => `.${ending}`)).join(',');

/** Why a file was not stored, in words for its field. */
export const storingFault = (error: unknown): string => {
  const told = error instanceof CallError ? error.fields[0]?.message : undefined;
  return told ?? errorText(error instanceof CallError ? error.operationId : '', error);
};
