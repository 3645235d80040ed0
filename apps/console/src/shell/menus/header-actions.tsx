import { Button, Menu, ThemeSwitch } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import { chooseTheme, themeStore } from '@ronghui/web/screen/theme';
import type { JSX } from 'react';
import { signOut, staffNames } from '#features/staff/staff.shared.ts';
import { paths } from '#kernel/paths.ts';
import { useUser } from '#kernel/start-up.ts';
import { keysHelpStore, paletteStore } from './shortcuts.ts';

/** Fetches it, also ahead. */
export const loadPalette = () => import('./palette.tsx');
const Palette = lazyPart(loadPalette);
/** Fetches it, also ahead. */
export const loadKeysHelp = () => import('./keys-help.tsx');
const KeysHelp = lazyPart(loadKeysHelp);

/** The palette, the theme, and who is signed in; before the set-up is complete only the way out. */
export const HeaderActions = ({ isReady }: { isReady: boolean }): JSX.Element | null => {
  const user = useUser();
  const theme = themeStore.use();
  const isOpen = paletteStore.use();
  const isHelpOpen = keysHelpStore.use();
  if (user === null) return null;
  return (
    <>
      {isReady ? (
        <Button size="small" aria-keyshortcuts="Meta+K Control+K" onClick={() => paletteStore.set(true)}>
          前往… Ctrl K
        </Button>
      ) : null}
      <ThemeSwitch value={theme} onValueChange={chooseTheme} />
      <Menu
        label={user.name || user.account}
        heading={
          <>
            <b>{user.account}</b>
            <br />
            {staffNames(user.roles)}
          </>
        }
        items={[
          ...(isReady
            ? [
                { label: '我的账号', href: href(paths.account()) },
                { label: '键盘操作', onSelect: () => keysHelpStore.set(true) },
              ]
            : []),
          { label: '退出登录', onSelect: () => void signOut() },
        ]}
      />
      {isReady && isOpen ? <Palette onClose={() => paletteStore.set(false)} /> : null}
      {isReady && isHelpOpen ? <KeysHelp onClose={() => keysHelpStore.set(false)} /> : null}
    </>
  );
};
