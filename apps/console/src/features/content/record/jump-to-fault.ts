import { type RefObject, useEffect, useRef, useState } from 'react';

const control = 'input, select, textarea, button, [tabindex]';

/**
 * Leads from a refused publication to the first place that is wrong. The faults arrive with the draft that was stored on the way to it, so it waits
 * until one is marked. @source R11.3
 */
export const useJumpToFault = (
  faults: readonly unknown[],
): { readonly form: RefObject<HTMLFieldSetElement | null>; readonly jump: () => void } => {
  const form = useRef<HTMLFieldSetElement>(null);
  const [isWanted, setWanted] = useState(false);
  const count = faults.length;
  useEffect(() => {
    const wrong = isWanted && count > 0 ? form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : null;
    if (wrong === null || wrong === undefined) return;
    setWanted(false);
    const target = wrong.matches(control) ? wrong : wrong.querySelector<HTMLElement>(control);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'center' });
  }, [isWanted, count]);
  return { form, jump: () => setWanted(true) };
};
