import { CommandPalette } from '@ronghui/ui';
import { navigate } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { signOut } from '#features/staff/staff.shared.ts';
import { useSections } from './sections.ts';
import { paletteStore } from './shortcuts.ts';

const leave = 'signOut';

/** Goes to any page that the member may open. @source ux "Console" */
export const Palette = (): JSX.Element => {
  const pages = useSections(undefined).flatMap(({ title, items }) =>
    items.map(({ label, href }) => ({ id: href.slice(1), label, group: title })),
  );
  return (
    <CommandPalette
      open
      onClose={() => paletteStore.set(false)}
      items={[...pages, { id: leave, label: '退出登录', group: '账号' }]}
      onSelect={(id) => (id === leave ? void signOut() : navigate(id))}
    />
  );
};
