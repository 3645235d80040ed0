import type { IncomingMessage } from 'node:http';
import { createPlaces } from '#kernel/calls/admission/places';
import type { CallHead, CallReply } from '#kernel/calls/call';
import type { Dispatch } from '#kernel/calls/dispatch';
import { type FillField, readUpload } from '#kernel/http/bodies/upload';
import type { Shedding } from '#kernel/http/shedding';
import type { Limits } from '#kernel/ports';

/** Reads an upload at a door and has it dispatched while its file arrives. */
export type TakeUpload = (request: IncomingMessage, head: CallHead, fill?: FillField) => Promise<CallReply>;

interface UploadTakerDeps {
  readonly dispatch: Dispatch;
  readonly limits: Limits;
  readonly shedding: Shedding;
  /** Deadline for the fields. @unit ms */
  readonly bodyDeadlineMs: number;
  /** Maximum time without a byte of the file. @unit ms */
  readonly uploadIdleMs: number;
}

const megabyte = 1024 * 1024;

/**
 * Makes what takes the uploads of all doors: so many at once for an address, whichever door they come by. One counts as in flight once its file begins.
 *
 * @source security 4.2, contract 6
 */
export const createUploadTaker = ({
  dispatch,
  limits,
  shedding,
  bodyDeadlineMs,
  uploadIdleMs,
}: UploadTakerDeps): TakeUpload => {
  const uploading = createPlaces(limits.uploadsPerAddressAtOnce);
  const fields = { fieldBytes: limits.bodyKilobytes * 1024, deadlineMs: bodyDeadlineMs, idleMs: uploadIdleMs };
  return async (request, head, fill) => {
    const megabytes = head.operation.spec.largeUpload === true ? limits.ledgerMegabytes : limits.uploadMegabytes;
    const bounds = { ...fields, maxBytes: megabytes * megabyte };
    const leave = uploading.take(head.address);
    try {
      return await readUpload(request, { bounds, address: head.address, fill }, async (envelope, upload) => {
        shedding.enter();
        try {
          return await dispatch({ ...head, envelope, upload });
        } finally {
          shedding.leave();
        }
      });
    } finally {
      leave();
    }
  };
};
