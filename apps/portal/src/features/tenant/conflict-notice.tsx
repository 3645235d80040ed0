import { Button, Callout } from '@ronghui/ui';
import type { JSX } from 'react';
import { type Conflict, fieldLabels, valueWords } from './record-fields.ts';
import css from './record-form.module.css';

interface Named {
  readonly code: string;
  readonly name: string;
}

/** Shows both values of each field that two editors changed, and lets the user decide. @source R10.7 */
export const ConflictNotice = ({
  conflicts,
  divisions,
  onDecide,
}: {
  conflicts: readonly Conflict[];
  divisions: { readonly provinces: readonly Named[]; readonly cities: readonly Named[] };
  onDecide: (conflict: Conflict, keepsMine: boolean) => void;
}): JSX.Element | null => {
  if (conflicts.length === 0) return null;
  const divisionName = (code: string) =>
    [...divisions.provinces, ...divisions.cities].find((each) => each.code === code)?.name ?? code;
  return (
    <Callout tone="warn" role="alert">
      您编辑期间，其他成员修改了同样的内容。请逐项选择要保留的值，然后保存。
      <div className={css.conflicts}>
        {conflicts.map((conflict) => (
          <div key={conflict.name} className={css.conflict} role="group" aria-label={fieldLabels[conflict.name]}>
            <b>{fieldLabels[conflict.name]}</b>
            <div className={css.buttons}>
              <Button size="small" onClick={() => onDecide(conflict, false)}>
                用对方的：{valueWords(conflict.name, conflict.theirs, divisionName)}
              </Button>
              <Button size="small" onClick={() => onDecide(conflict, true)}>
                用我的：{valueWords(conflict.name, conflict.mine, divisionName)}
              </Button>
            </div>
          </div>
        ))}
      </div>
    </Callout>
  );
};
