import { Button, FormField, Select, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './line-import.module.css';
import { dropMapping, type Mapping, type Preview, saveMapping, useSavedMappings } from './line-import-queries.ts';
import { mappingFor } from './saved-mapping.ts';

interface SavedMappingsProps {
  readonly preview: Preview;
  /** What the columns stand for now. */
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}

/** Takes a mapping that was kept under a name, and keeps the present one. @source R11.6 */
export const SavedMappings = ({ preview, mapping, onChange }: SavedMappingsProps): JSX.Element => {
  const saved = useSavedMappings();
  const attempt = useAttemptKey();
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState('');
  const [missing, setMissing] = useState<readonly string[]>([]);
  const choose = (wanted: string): void => {
    setChosen(wanted);
    setName(wanted);
    const found = saved.find((each) => each.name === wanted);
    if (found === undefined) return setMissing([]);
    const own = mappingFor(found.mapping, preview);
    setMissing(own.missing);
    onChange(own.mapping);
  };
  const run = async (operation: string, done: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      showToast('ok', done);
    } catch (error) {
      showError(operation, error);
    }
  };
  const keep = () =>
    run('ops.lineImport.saveMapping', `已存为“${name.trim()}”`, async () => {
      await attempt({ name: name.trim(), mapping: [...mapping] }, saveMapping);
      setChosen(name.trim());
    });
  const remove = () =>
    run('ops.lineImport.dropMapping', `已删除“${chosen}”`, async () => {
      await attempt({ name: chosen }, dropMapping);
      setChosen('');
    });
  return (
    <div className={css.fields}>
      <FormField
        label="已存的列设置"
        hint={saved.length === 0 ? '还没有，可在右侧存下' : '按列名对应'}
        error={missing.length === 0 ? undefined : `这个文件没有这些列，或不止一列：${missing.join('、')}`}
      >
        <Select
          value={chosen}
          placeholder="不用"
          options={saved.map((each) => ({ value: each.name, label: each.name }))}
          onValueChange={choose}
        />
      </FormField>
      <FormField label="存为" hint="同名的会改为现在的设置">
        <TextInput value={name} onValueChange={setName} maxLength={60} placeholder="如 乙银行月报" />
      </FormField>
      <div className={css.actions}>
        <Button size="small" disabled={name.trim() === ''} onClick={() => void keep()}>
          存下列设置
        </Button>
        {chosen === '' ? null : (
          <Button size="small" variant="ghost" onClick={() => void remove()}>
            删除“{chosen}”
          </Button>
        )}
      </div>
    </div>
  );
};
