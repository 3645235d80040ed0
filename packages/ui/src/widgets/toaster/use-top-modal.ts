import { useEffect, useState } from 'react';

/** The top-most modal dialog; null while none is open. */
export function useTopModal(): Element | null {
  const [top, setTop] = useState<Element | null>(null);
  useEffect(() => {
    // Only browsers with popovers know which dialogs are modal.
    if (!('showPopover' in document.body)) return;
    let opened: readonly Element[] = [];
    function look(): void {
      const open = [...document.querySelectorAll('dialog:modal')];
      opened = [...opened.filter((dialog) => open.includes(dialog)), ...open.filter((each) => !opened.includes(each))];
      setTop(opened.at(-1) ?? null);
    }
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, attributeFilter: ['open'] });
    return () => observer.disconnect();
  }, []);
  return top;
}
