import { cleanup } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

// Files share their worker and its page (vitest.config.ts): each finds both as the first one did.
afterAll(recordPage());

/**
 * Remembers the page as it is, and returns what puts it back. Our modules are then evaluated anew, so their stores begin empty; what comes from
 * node_modules stays loaded.
 */
export function recordPage(): () => void {
  // A file may ask for plain Node.
  const putBackDocument = typeof document === 'undefined' ? undefined : recordDocument();
  return () => {
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    putBackDocument?.();
    vi.resetModules();
  };
}

function recordDocument() {
  const { href } = location;
  const keys = [document, document.documentElement, document.body].map(recordKeys);
  const listeners = [globalThis, document].map(recordListeners);
  return () => {
    for (const putBack of [...listeners, ...keys]) putBack();
    emptyPage();
    history.replaceState(null, '', href);
  };
}

function emptyPage() {
  for (const element of [document.documentElement, document.head, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  // With 0 it would still be there for the rest of this millisecond.
  for (const cookie of document.cookie.split('; ').filter(Boolean)) document.cookie = `${cookie}; Max-Age=-1`;
}

/** Returns what takes away the listeners that were added since: a module that is evaluated anew adds its own once more. */
function recordListeners(target: EventTarget) {
  const added: Parameters<EventTarget['addEventListener']>[] = [];
  const before = Object.getOwnPropertyDescriptor(target, 'addEventListener');
  const add = target.addEventListener.bind(target);
  target.addEventListener = (...listener) => {
    added.push(listener);
    add(...listener);
  };
  return () => {
    if (before === undefined) Reflect.deleteProperty(target, 'addEventListener');
    else Object.defineProperty(target, 'addEventListener', before);
    for (const listener of added) target.removeEventListener(...listener);
  };
}

/** Returns what takes away the properties that were added since, also the marks by which React and user-event know that they listen. */
function recordKeys(target: object) {
  const before = new Set(Reflect.ownKeys(target));
  return () => {
    for (const key of Reflect.ownKeys(target)) if (!before.has(key)) Reflect.deleteProperty(target, key);
  };
}
