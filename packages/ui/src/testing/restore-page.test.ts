import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { recordPage } from './restore-page.fixture.ts';

test('house 11 a file of tests finds the page, the stores of modules and what is replaced as the first file did', async () => {
  const putBack = recordPage();
  const { href } = location;
  const { random } = Math;
  const [ownModule, react] = await Promise.all([import('./samples.fixture.ts'), import('react')]);
  const heard = vi.fn();

  render(createElement('p', null, '账单'));
  document.documentElement.dataset['theme'] = 'dark';
  document.title = '账单';
  document.cookie = 'session=1';
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
  history.replaceState(null, '', '#/portal/home');
  localStorage.setItem('theme', 'dark');
  sessionStorage.setItem('draft', '{}');
  for (const target of [window, document]) target.addEventListener('focus', heard, true);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.stubGlobal('fetch', undefined);
  vi.useFakeTimers();
  putBack();

  expect(document.documentElement.outerHTML).toBe('<html><head></head><body></body></html>');
  expect({ href: location.href, visible: document.visibilityState, cookie: document.cookie }).toEqual({
    href,
    visible: 'visible',
    cookie: '',
  });
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  for (const target of [window, document]) target.dispatchEvent(new Event('focus'));
  expect(heard).not.toHaveBeenCalled();
  expect([Math.random, typeof fetch, vi.isFakeTimers()]).toEqual([random, 'function', false]);
  expect(await import('./samples.fixture.ts')).not.toBe(ownModule);
  expect((await import('react')).useState).toBe(react.useState);
});

test('house 11 a cookie of a file is gone at once, and not with the next millisecond', () => {
  const putBack = recordPage();
  const { now } = Date;
  // Not by `vi`, which putting back ends.
  Date.now = () => 1_800_000_000_000;
  try {
    document.cookie = 'session=1';
    putBack();
    expect(document.cookie).toBe('');
  } finally {
    Date.now = now;
  }
});

test('house 11 React and user-event listen once more in a page that was put back', async () => {
  const press = vi.fn();
  const button = createElement('button', { onClick: press, type: 'button' }, '保存');
  for (const file of [1, 2]) {
    const putBack = recordPage();
    render(button);
    await userEvent.setup().click(screen.getByRole('button'));
    expect(press).toHaveBeenCalledTimes(file);
    putBack();
  }
});
