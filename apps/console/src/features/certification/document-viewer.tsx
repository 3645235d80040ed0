import { certificationFields } from '@ronghui/domain/certification-form';
import { Button } from '@ronghui/ui';
import type { JSX } from 'react';
import { StoredDocument, type View } from '#features/file/file.shared.ts';
import css from './certification.module.css';
import { type Review, useDocument } from './certification-queries.ts';

type Document = Review['files'][number];

interface ViewerProps {
  readonly submissionNo: string;
  readonly files: readonly Document[];
  /** The document in sight, by its field. */
  readonly shown: string;
  readonly onShow: (field: string) => void;
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** The documents of a submission, one in sight. @source R11.4 */
export const DocumentViewer = ({ submissionNo, files, shown, onShow, view, onView }: ViewerProps): JSX.Element => {
  const file = files.find(({ field }) => field === shown) ?? files[0];
  return (
    <section className={css.viewer} aria-label="证照">
      <div className={css.bar}>
        {files.map(({ field }) => (
          <Button
            key={field}
            size="small"
            className={css.option}
            aria-pressed={field === file?.field}
            onClick={() => onShow(field)}
          >
            {certificationFields[field].label}
          </Button>
        ))}
      </div>
      {file === undefined ? <p className={css.note}>这份申请没有证照。</p> : null}
      {file?.isScanning === true ? <p className={css.note}>文件正在安全检查，通过之后才能查看。</p> : null}
      {file === undefined || file.isScanning ? null : (
        <Fetched key={file.fileId} submissionNo={submissionNo} file={file} view={view} onView={onView} />
      )}
    </section>
  );
};

const Fetched = ({
  submissionNo,
  file: { field, fileId, name },
  ...look
}: Pick<ViewerProps, 'submissionNo' | 'view' | 'onView'> & { readonly file: Document }): JSX.Element => (
  <StoredDocument
    label={certificationFields[field].label}
    name={name}
    file={useDocument(submissionNo, fileId)}
    {...look}
  />
);
