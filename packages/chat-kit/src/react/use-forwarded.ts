import { type ForwardedRef, type RefObject, useImperativeHandle, useRef } from 'react';

/** A reference of one's own whose element the caller's reference gets too. */
export function useForwarded<Target>(given: ForwardedRef<Target>): RefObject<Target | null> {
  const own = useRef<Target | null>(null);
  useImperativeHandle<Target | null, Target | null>(given, () => own.current, []);
  return own;
}
