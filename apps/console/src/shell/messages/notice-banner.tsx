import { makeStore } from '@ronghui/web/state/store';
import { type JSX, useSyncExternalStore } from 'react';
import css from './notice-banner.module.css';

/** A sentence above every page for as long as it is true, such as `请使用 HTTPS 访问`. */
export const noticeStore = makeStore<string>('');

const subscribe = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

const offlineText = '网络已断开，已填写的内容不会丢失，恢复后可以继续';

/** Shows that the device is offline, and the sentence that concerns every page. */
export const NoticeBanner = (): JSX.Element => {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const notice = noticeStore.use();
  const text = online ? notice : offlineText;
  return (
    <div role="status" className={css.place}>
      {text === '' ? null : <p className={css.banner}>{text}</p>}
    </div>
  );
};
