import type { ErrorsOf, Fail, merchantFeedbackOperations } from '@ronghui/contract';
import { findFile } from '#features/file/file.reads';
import type { MerchantContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';

type Errors = Pick<
  ErrorsOf<(typeof merchantFeedbackOperations)['bill.varianceFeedback']>,
  'notFound' | 'scanning' | 'invalid'
>;

/** Ends the call unless every file is the tenant's own, examined, and meant to be shown to all its members. @source R5.7 */
export const checkFiles = async (
  tx: Tx,
  { tenantId, fail }: Pick<MerchantContext, 'tenantId'> & { readonly fail: Fail<Errors> },
  fileIds: readonly string[],
): Promise<void> => {
  if (new Set(fileIds).size < fileIds.length) return fail('invalid', wrongField('fileIds', '同一个文件只能附一次'));
  for (const fileId of fileIds) {
    const file = await findFile(tx, tenantId, fileId);
    if (file === undefined) return fail('notFound');
    if (file.status === 'scanning') return fail('scanning');
    if (file.is_restricted) return fail('invalid', wrongField('fileIds', '认证资料不能作为附件，请另行上传'));
  }
};
