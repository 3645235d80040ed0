import { useEffect, useLayoutEffect } from 'react';

/** A layout effect; on a server, where React 18 warns of one, an effect, which does not run there either. */
export const usePageEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
