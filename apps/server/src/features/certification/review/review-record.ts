import type { Output } from '@ronghui/contract';
import type { CertificationEvent, CertificationStatus } from '@ronghui/domain/certification';
import {
  type CertificationField,
  type CertificationForm,
  type CertificationPersonal,
  certificationFieldNames,
  certificationFiles,
} from '@ronghui/domain/certification-form';
import { placeName } from '@ronghui/domain/company/division';
import { maskName } from '@ronghui/domain/identity/resident-id';
import type { listFiles } from '#features/file/file.reads';
import type { Vault } from '#kernel/ports';
import { openSecrets } from '../certification-form.ts';
import type { findFormer, findNeighbours, listSteps, ReviewRow } from './review.sql.ts';
import { listedOf } from './review.sql.ts';

type Detail = Output<'ops.certification.detail'>;
type Reasons = Detail['steps'][number]['reasons'];
type Former = NonNullable<Awaited<ReturnType<typeof findFormer>>>;

interface Stored {
  readonly form: object;
  readonly masks: object;
  readonly sealed: Buffer;
}

/** The form with its numbers in full, for comparing; a number leaves the server by a reveal alone. */
const openedForm = (vault: Vault, { form, sealed }: Stored): CertificationForm => ({
  ...form,
  ...openSecrets(vault, sealed),
});

/** The fields in which two submissions differ, in the order of the form. */
const changedFields = (vault: Vault, now: Stored, before: Stored): CertificationField[] => {
  const [own, former] = [openedForm(vault, now), openedForm(vault, before)];
  return certificationFieldNames.filter((name) => (own[name] ?? null) !== (former[name] ?? null));
};

/** The names of persons, masked. */
const maskedNames = ({ legalName, agentName }: CertificationForm) => ({
  ...(legalName == null ? {} : { legalName: maskName(legalName) }),
  ...(agentName == null ? {} : { agentName: maskName(agentName) }),
});

const formOf = ({ form, masks }: Stored) => {
  // Only a submission writes it, after validation.
  const typed: CertificationForm = form;
  return {
    form: { ...typed, ...maskedNames(typed), ...masks } as Detail['form'],
    place: placeName(typed.provinceCode ?? null, typed.cityCode ?? null),
  };
};

/** The reasons of a step name only fields of the form. */
const reasonsOf = (reasons: unknown): Reasons => reasons as Reasons;

const filesIn = (form: CertificationForm, files: Awaited<ReturnType<typeof listFiles>>): Detail['files'] =>
  certificationFiles.flatMap((field) => {
    const file = files.find(({ file_id }) => file_id === form[field]);
    return file === undefined
      ? []
      : [{ field, fileId: file.file_id, name: file.name, mime: file.mime, isScanning: file.status === 'scanning' }];
  });

/** What a review is made of. */
export interface ReviewParts {
  readonly row: ReviewRow;
  readonly former: Former | undefined;
  readonly steps: Awaited<ReturnType<typeof listSteps>>;
  readonly files: Awaited<ReturnType<typeof listFiles>>;
  readonly neighbours: Awaited<ReturnType<typeof findNeighbours>>;
  readonly endedConsents: number;
}

/** A submission in the contract's shape. */
export const detailOf = (vault: Vault, parts: ReviewParts): Detail => {
  const { row, former, steps, files, neighbours, endedConsents } = parts;
  const formerReasons = steps.find(
    ({ submission_no, event }) => submission_no === former?.submission_no && event === 'reject',
  );
  return {
    ...listedOf(row),
    ...formOf(row),
    submittedAt: row.sent_at.toISOString(),
    isLatest: row.last_no === row.submission_no,
    submittedBy: row.submitted_by,
    files: filesIn(row.form, files),
    previous:
      former === undefined
        ? null
        : {
            ...formOf(former),
            submissionNo: former.submission_no,
            submittedAt: former.submitted_at.toISOString(),
            reasons: reasonsOf(formerReasons?.reasons ?? []),
          },
    changed: former === undefined ? [] : changedFields(vault, row, former),
    endedConsents,
    isTakenElsewhere: row.is_taken_elsewhere,
    ...(row.transfer_by === null ? {} : { transferBy: row.transfer_by.toISOString() }),
    ...(row.transfer_failed_at === null ? {} : { transferFailedAt: row.transfer_failed_at.toISOString() }),
    steps: steps.map((step) => ({
      submissionNo: step.submission_no,
      // The check constraints allow the contract's words only.
      event: step.event as CertificationEvent['kind'],
      to: step.to_status as CertificationStatus,
      by: step.by_name,
      at: step.at.toISOString(),
      reasons: reasonsOf(step.reasons),
    })),
    queue: {
      place: neighbours.place,
      waiting: neighbours.waiting,
      previousNo: neighbours.previous_no,
      nextNo: neighbours.next_no,
    },
  };
};

/** What a field holds, in full; undefined where there is nothing. */
export const personalOf = (vault: Vault, row: Stored, field: CertificationPersonal): string | undefined =>
  openedForm(vault, row)[field] ?? undefined;
