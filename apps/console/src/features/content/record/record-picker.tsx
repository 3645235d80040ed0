import type { KeyedRecord } from '@ronghui/domain/content';
import { Button, FormField, TextInput } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { useRemovalFocus } from '#kernel/removal-focus.ts';
import css from '../content.module.css';
import { useRecordOptions, useRecordSearch } from '../content-queries.ts';

/** As many are offered at once. */
const offered = 8;

interface RecordPickerProps {
  readonly record: KeyedRecord;
  /** What one is called: 协议. */
  readonly noun: string;
  readonly hint: string;
  /** The keys that are chosen, in their order. */
  readonly value: readonly string[];
  readonly onValueChange: (keys: string[]) => void;
  readonly most: number;
  readonly error: string | undefined;
  /** Where one is made that is missing; it opens beside the form, which stays as it is. */
  readonly makeAt?: string;
}

/** Chooses records of a kind that are published, found by a word of their title or key. @source R11.3 */
export const RecordPicker = ({
  record,
  noun,
  hint,
  value,
  onValueChange,
  most,
  error,
  makeAt,
}: RecordPickerProps): JSX.Element => {
  const [word, setWord] = useState('');
  const known = useRecordOptions(record);
  const found = useRecordSearch(record, word.trim().slice(0, 60));
  const titleOf = (key: string): string => [...known, ...found].find((each) => each.key === key)?.title || key;
  const left = found.filter(({ key }) => !value.includes(key));
  const isFull = value.length >= most;
  const { list, onRemoved } = useRemovalFocus<HTMLFieldSetElement>();
  return (
    <fieldset className={css.picker} ref={list}>
      <legend className={css.subtitle}>
        {noun}，已选 {value.length}&nbsp;个
      </legend>
      {value.length === 0 ? null : (
        <ul className={css.versions} aria-label={`已选的${noun}`}>
          {value.map((key, place) => (
            <li key={key} className={css.version}>
              <span>
                {titleOf(key)} <span className={css.note}>{key}</span>
              </span>
              <Button
                size="small"
                variant="ghost"
                aria-label={`移除${noun} ${titleOf(key)}`}
                data-remove="chosen"
                onClick={() => {
                  onValueChange(value.filter((each) => each !== key));
                  onRemoved(place, 'chosen');
                }}
              >
                移除
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FormField
        label={`查找${noun}`}
        hint={isFull ? `最多 ${most}\u00a0个` : hint}
        error={error}
        aside={
          makeAt === undefined ? undefined : (
            <a href={href(makeAt)} target="_blank" rel="noopener">
              新建{noun}（新窗口）
            </a>
          )
        }
      >
        <TextInput data-add value={word} onValueChange={setWord} maxLength={60} placeholder="标题或标识中的词" />
      </FormField>
      {isFull ? null : (
        <div className={css.actions} role="group" aria-label={`可选的${noun}`}>
          {left.slice(0, offered).map(({ key, title }, place) => (
            <Button
              key={key}
              size="small"
              data-remove="offered"
              onClick={() => {
                onValueChange([...value, key]);
                onRemoved(place, 'offered');
              }}
            >
              ＋ {title || key}
            </Button>
          ))}
          <span className={css.note} role="status">
            {left.length === 0 ? `没有可选的${noun}` : left.length > offered ? '还有更多，请输入词语缩小范围' : ''}
          </span>
        </div>
      )}
    </fieldset>
  );
};
