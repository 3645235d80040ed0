import { type DutyStatus, dutyStatuses, dutyStatusNames } from '@ronghui/domain/chat/duty';
import { Select } from '@ronghui/ui';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { setDuty, useDuty } from './duty-queries.ts';
import css from './duty-select.module.css';

const options = dutyStatuses.map((value) => ({ value, label: dutyStatusNames[value] }));

/** What each choice means for who made it. */
const effects: Readonly<Record<DutyStatus, string>> = {
  online: '您已在线，可以分到接待',
  busy: '您在忙碌，不再分到接待',
  off: '您已离线，不再分到接待',
};

const isStatus = (value: string): value is DutyStatus => dutyStatuses.some((status) => status === value);

/** Says whether one takes receptions, and how many colleagues do. @source service 5.3 */
export const DutySelect = (): JSX.Element => {
  const { data } = useDuty(true);
  const [chosen, setChosen] = useState<DutyStatus>();
  const choose = async (value: string): Promise<void> => {
    if (!isStatus(value)) return;
    setChosen(value);
    try {
      await setDuty({ status: value });
      showToast('ok', effects[value]);
    } catch (error) {
      showError('ops.chat.setDuty', error);
    }
    setChosen(undefined);
  };
  return (
    <label className={css.duty}>
      <span className={css.words}>{data === undefined ? '接待状态' : `接待状态 · ${data.online}\u00a0人在线`}</span>
      <Select
        className={css.choice}
        aria-label="接待状态"
        options={options}
        value={chosen ?? data?.status ?? 'off'}
        disabled={data === undefined || chosen !== undefined}
        onValueChange={(value) => void choose(value)}
      />
    </label>
  );
};
