import { type RefObject, useEffect, useRef, useState } from 'react';

const control = 'input, select, textarea, button, [tabindex]';

/** Unfolds what a place stands in. */
const openAround = (place: HTMLElement): void => {
  for (let part = place.closest('details'); part !== null; part = part.parentElement?.closest('details') ?? null)
    part.open = true;
};

/**
 * Leads from a refused publication to the first place that is wrong. The faults arrive with the draft that was stored on the way to it, so it waits
 * until one is marked. @source R11.3
 */
export const useJumpToFault = (
  faults: readonly unknown[],
): { readonly form: RefObject<HTMLFieldSetElement | null>; readonly jump: () => void } => {
  const form = useRef<HTMLFieldSetElement>(null);
  const [asked, setAsked] = useState(0);
  const answered = useRef(0);
  const count = faults.length;
  useEffect(() => {
    if (asked === answered.current || count === 0) return;
    answered.current = asked;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]');
    if (wrong === null || wrong === undefined) return;
    openAround(wrong);
    // The fault of a row stands behind its controls.
    const row = wrong.matches('[data-fault]') ? wrong.parentElement : wrong;
    const target = wrong.matches(control) ? wrong : row?.querySelector<HTMLElement>(control);
    target?.focus({ preventScroll: true });
    (target ?? wrong).scrollIntoView({ block: 'center' });
  }, [asked, count]);
  return { form, jump: () => setAsked((before) => before + 1) };
};
