import { CommandPalette } from '@ronghui/ui';
import { navigate } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { useFoundRecords } from '#features/desk/desk.shared.ts';
import { signOut } from '#features/staff/staff.shared.ts';
import { useFoundSections } from './sections.ts';
import { keysHelpStore, paletteStore } from './shortcuts.ts';

/** What is done by the palette without going anywhere. */
const steps: Readonly<Record<string, () => void>> = {
  signOut: () => void signOut(),
  keysHelp: () => keysHelpStore.set(true),
};

/** Goes to any page that the member may open, and to any record by its number or its merchant's name. @source ux "Console" */
export const Palette = (): JSX.Element => {
  const [typed, setTyped] = useState('');
  const { items: found, finding } = useFoundRecords(typed);
  const pages = useFoundSections().flatMap(({ title, items }) =>
    items.map(({ label, href }) => ({ id: href.slice(1), label, group: title })),
  );
  return (
    <CommandPalette
      open
      onClose={() => paletteStore.set(false)}
      items={[
        ...pages,
        { id: 'keysHelp', label: '键盘操作', group: '帮助' },
        { id: 'signOut', label: '退出登录', group: '账号' },
      ]}
      onTyped={setTyped}
      found={found}
      finding={finding}
      placeholder="页面名称、单据编号或商户名称"
      onSelect={(id) => (steps[id] ?? (() => navigate(id)))()}
    />
  );
};
