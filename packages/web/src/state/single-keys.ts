import { makeStore } from './store.ts';

const key = 'singleKeys';

const stored = (): boolean => {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
};

/** Whether keys without a modifier do something on this device: they can be switched off for those whose speech or tremor presses them. @source WCAG 2.1.4 */
export const singleKeysStore = makeStore<boolean>(stored());

/** Switches them, and keeps that on this device. */
export const chooseSingleKeys = (isOn: boolean): void => {
  singleKeysStore.set(isOn);
  try {
    if (isOn) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // Without a storage the choice lasts for this visit.
  }
};
