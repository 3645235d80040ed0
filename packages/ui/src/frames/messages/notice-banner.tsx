import { type JSX, useSyncExternalStore } from 'react';
import css from './notice-banner.module.css';

const subscribe = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

const offlineText = '网络已断开，已填写的内容不会丢失，恢复后可以继续';

/** Shows that the device is offline, and else `notice`, a sentence that concerns every page. */
export const NoticeBanner = ({ notice }: { readonly notice: string }): JSX.Element => {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const text = online ? notice : offlineText;
  return (
    <div role="status" className={css.place}>
      {text === '' ? null : <p className={css.banner}>{text}</p>}
    </div>
  );
};
