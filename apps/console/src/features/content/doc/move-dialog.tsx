import { Button, Dialog, FormField, Select } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import type { DocEntry } from './doc-queries.ts';

interface MoveDialogProps {
  readonly entry: DocEntry;
  readonly sections: readonly DocEntry[];
  readonly onMove: (into: string) => Promise<boolean>;
  readonly onClose: () => void;
}

const top = { value: '/', label: '最上一层' };

/** Asks for the section that a document or a section goes to; it becomes the last one there. */
export const MoveDialog = ({ entry, sections, onMove, onClose }: MoveDialogProps): JSX.Element => {
  const [into, setInto] = useState('');
  const [error, setError] = useState<string>();
  const [running, setRunning] = useState(false);
  const isSection = entry.record === 'docSection';
  const options = sections
    .filter(({ key, group }) => key !== entry.group && (isSection ? group === '' && key !== entry.key : true))
    .map(({ key, title }) => ({ value: key, label: title || key }));
  const move = async (): Promise<void> => {
    if (into === '') return setError('请选择目录');
    setRunning(true);
    const isDone = await onMove(into === top.value ? '' : into);
    setRunning(false);
    if (isDone) onClose();
  };
  return (
    <Dialog
      open
      title={`移动「${entry.title || entry.key}」`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" loading={running} onClick={() => void move()}>
            移动
          </Button>
        </>
      }
    >
      <FormField label="移到" required error={error} hint="放在那里的最后，移动随即生效">
        <Select
          value={into}
          placeholder="请选择目录"
          options={isSection && entry.group !== '' ? [top, ...options] : options}
          onValueChange={(value) => {
            setInto(value);
            setError(undefined);
          }}
        />
      </FormField>
    </Dialog>
  );
};
