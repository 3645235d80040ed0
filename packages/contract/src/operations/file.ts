import { invalid, storageDown, tooOften } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { file, id, object, text, uploadFields, whole } from '../shapes.ts';

/** Files that a tenant stores and reads back, addressed by a generated name (R5.7). */
export const fileOperations = {
  'file.upload': operation({
    path: '/ftc/api/file/upload',
    summary: '上传文件',
    who: 'merchant',
    keys: ['tenant.write', 'certification.write', 'order.write', 'bill.confirm', 'feedback.write', 'recon.write'],
    writes: true,
    upload: true,
    request: object(uploadFields),
    reply: object({ fileId: id(), name: text(120), size: whole(0, 209_715_200), mime: text(100) }),
    errors: {
      invalid,
      tooLarge: 'RHSY413',
      noRoom: 'RHFI001',
      storage: storageDown,
      tooOften,
    },
  }),
  'file.download': operation({
    path: '/ftc/api/file/download',
    summary: '下载文件',
    who: 'merchant',
    request: object({ fileId: id() }),
    reply: file(),
    errors: { notFound: 'RHSY404', forbidden: 'RHSY403', scanning: 'RHFI002', storage: storageDown },
  }),
} satisfies Record<string, OperationSpec>;
