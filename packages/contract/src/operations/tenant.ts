import { type OperationSpec, operation } from '../operation.ts';
import { flag, id, nullable, object, text, whole, word } from '../shapes.ts';

/** The tenant's own record (R10.7); made at registration. */
export const tenantOperations = {
  'tenant.get': operation({
    path: '/ftc/api/tenant/get',
    summary: '查询商户信息',
    who: 'merchant',
    passive: true,
    request: object({}),
    reply: object({
      tenantId: id(),
      name: text(120, { min: 0 }),
      uscc: nullable(text(18)),
      industry: nullable(text(60)),
      provinceCode: nullable(text(12)),
      cityCode: nullable(text(12)),
      address: nullable(text(200)),
      contactName: nullable(text(60)),
      contactEmail: nullable(text(120)),
      logoFileId: nullable(id()),
      secondApprover: flag(),
      certificationStatus: word(['none', 'pending', 'pendingTransfer', 'passed', 'rejected']),
      version: whole(1, Number.MAX_SAFE_INTEGER),
    }),
  }),
} satisfies Record<string, OperationSpec>;
