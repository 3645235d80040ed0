import type { CertificationField } from '@ronghui/domain/certification-form';
import { Button, classNames, FormField, Masked, Tag, TextInput } from '@ronghui/ui';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useEffect, useRef } from 'react';
import css from './certification.module.css';
import { type Review, revealNumber } from './certification-queries.ts';
import { isPersonal, labelOf, valueOf } from './review-fields.ts';

interface FieldRowProps {
  readonly review: Review;
  readonly name: CertificationField;
  readonly isCurrent: boolean;
  /** Why the field is wrong; empty where it is not. */
  readonly reason: string;
  readonly phrases: readonly string[];
  readonly mayDecide: boolean;
  readonly mayReveal: boolean;
  readonly onChoose: () => void;
  readonly onReason: (reason: string) => void;
}

/** One field: its value, what it was before, and why it is wrong. The chosen one offers phrases and a line to write. */
export const FieldRow = (props: FieldRowProps): JSX.Element => {
  const { review, name, isCurrent, reason, mayDecide, mayReveal, onChoose } = props;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const label = labelOf(name);
  const isChanged = review.changed.includes(name) || (name === 'cityCode' && review.changed.includes('provinceCode'));
  const value = valueOf(review, name);
  return (
    <li ref={row} className={classNames(css.field, isCurrent && css.current)}>
      <div className={css.line}>
        <button type="button" className={css.label} aria-current={isCurrent || undefined} onClick={onChoose}>
          {label}
        </button>
        <span className={css.value}>
          {isPersonal(name) && mayReveal && value !== '—' ? (
            <Masked
              value={value}
              label={label}
              reveal={() =>
                revealNumber({ submissionNo: review.submissionNo, field: name }).catch((error: unknown) => {
                  showError('ops.certification.reveal', error);
                  throw error;
                })
              }
            />
          ) : (
            value
          )}
          {isChanged && review.previous !== null ? (
            <span className={css.before}>
              <Tag tone="info">本次修改</Tag> 上次：<s>{valueOf(review.previous, name)}</s>
            </span>
          ) : null}
        </span>
        {reason === '' ? null : <Tag tone="bad">退回</Tag>}
      </div>
      {reason !== '' && !isCurrent ? <p className={css.reason}>{reason}</p> : null}
      {isCurrent && mayDecide ? <Reasons {...props} label={label} /> : null}
    </li>
  );
};

const Reasons = ({
  name,
  label,
  reason,
  phrases,
  onReason,
}: FieldRowProps & { readonly label: string }): JSX.Element => (
  <div className={css.reasons}>
    <div className={css.bar}>
      {phrases.map((phrase, index) => (
        <Button
          key={phrase}
          size="small"
          className={css.option}
          aria-keyshortcuts={String(index + 1)}
          aria-pressed={reason === phrase}
          onClick={() => onReason(reason === phrase ? '' : phrase)}
        >
          {index + 1} {phrase}
        </Button>
      ))}
    </div>
    <FormField label={`${label}退回的原因`} id={`reason-${name}`}>
      <TextInput
        value={reason}
        maxLength={200}
        placeholder="留空表示这一项没有问题；商户会看到原因"
        onValueChange={onReason}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.currentTarget.blur();
        }}
      />
    </FormField>
  </div>
);
