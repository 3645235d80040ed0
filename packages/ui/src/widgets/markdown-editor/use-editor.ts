import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Editor, EditorSettings, EditorStart } from './code-mirror.ts';

type Spec = EditorSettings & {
  /** The id of the control; a label of that id leads to the editor. */
  id: string;
  value: string;
  onValueChange: (value: string) => void;
};

type EditorParts = {
  /** Where the editor stands. */
  host: RefObject<HTMLDivElement | null>;
  /** The plain field that stands there until the editor is loaded, and instead of it. */
  plain: RefObject<HTMLTextAreaElement | null>;
  editor: RefObject<Editor | null>;
  isReady: boolean;
};

/** Waits until no word is being composed by an input method in a field. */
const composed = (field: HTMLTextAreaElement | null, isComposing: () => boolean): Promise<void> =>
  new Promise((done) => {
    if (field === null || !isComposing()) return done();
    field.addEventListener('compositionend', () => setTimeout(done), { once: true });
  });

/** Loads the editor and puts it in the place of the plain field, with its text, its selection and its focus. */
export function useEditor({ id, value, onValueChange, attributes, readOnly }: Spec): EditorParts {
  const host = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<Editor>(null);
  const [isReady, setReady] = useState(false);
  // The text that the editor reported last: what comes back from the page is not written again.
  const reported = useRef(value);
  // Nothing hidden can be focused: the editor is, once it is shown.
  const takesFocus = useRef(false);
  const settings = JSON.stringify({ attributes, readOnly });

  const say = useEffectEvent((text: string) => {
    reported.current = text;
    onValueChange(text);
  });
  const open = useEffectEvent((openEditor: (start: EditorStart) => Editor) => {
    if (host.current === null) return;
    const field = plain.current;
    takesFocus.current = field !== null && document.activeElement === field;
    reported.current = value;
    editor.current = openEditor({
      host: host.current,
      text: value,
      selected: field && takesFocus.current ? { from: field.selectionStart, to: field.selectionEnd } : undefined,
      attributes,
      readOnly,
      onChange: say,
    });
    setReady(true);
  });

  useEffect(() => {
    let isGone = false;
    let isComposing = false;
    const field = plain.current;
    const begin = () => {
      isComposing = true;
    };
    const end = () => {
      isComposing = false;
    };
    field?.addEventListener('compositionstart', begin);
    field?.addEventListener('compositionend', end);
    import('./code-mirror.ts').then(
      async ({ openEditor }) => {
        await composed(field, () => isComposing);
        if (!isGone) open(openEditor);
      },
      // The chunk did not load: the plain field remains.
      () => undefined,
    );
    return () => {
      isGone = true;
      field?.removeEventListener('compositionstart', begin);
      field?.removeEventListener('compositionend', end);
      editor.current?.destroy();
      editor.current = null;
      setReady(false);
    };
  }, []);

  useLayoutEffect(() => {
    if (isReady && takesFocus.current) editor.current?.focus();
  }, [isReady]);

  useLayoutEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    editor.current?.show(value);
  }, [value]);

  useEffect(() => {
    editor.current?.set(JSON.parse(settings));
  }, [settings]);

  // A label leads to no element inside a shadow root by itself.
  useEffect(() => {
    if (!isReady) return;
    const lead = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('label')?.htmlFor === id) editor.current?.focus();
    };
    document.addEventListener('click', lead);
    return () => document.removeEventListener('click', lead);
  }, [id, isReady]);

  return { host, plain, editor, isReady };
}
