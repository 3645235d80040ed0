import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorSelection, EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap } from '@codemirror/view';
import { editorLook } from './editor-look.ts';
import { editorPhrases } from './editor-phrases.ts';
import { type MarkdownEdit, markdownEdits } from './markdown-edits.ts';

/** What may change while the editor stands. */
export type EditorSettings = { attributes: Readonly<Record<string, string>>; readOnly: boolean };

/** A standing editor. */
export type Editor = {
  /** Shows another text, which can be undone; the same text changes nothing. */
  show: (text: string) => void;
  set: (settings: EditorSettings) => void;
  apply: (edit: MarkdownEdit) => void;
  focus: () => void;
  destroy: () => void;
};

/** How an editor begins. */
export type EditorStart = EditorSettings & {
  host: HTMLElement;
  text: string;
  /** What was selected in the field that stood in its place. */
  selected: { from: number; to: number } | undefined;
  onChange: (text: string) => void;
};

const settingsOf = ({ attributes, readOnly }: EditorSettings): Extension => [
  EditorView.contentAttributes.of(attributes),
  EditorState.readOnly.of(readOnly),
  EditorView.editable.of(!readOnly),
  // A text that cannot be typed into must be reached and scrolled by the keyboard too.
  EditorView.contentAttributes.of({ tabindex: '0' }),
];

const apply = (view: EditorView, edit: MarkdownEdit): boolean => {
  if (view.state.readOnly) return false;
  const { from, to } = view.state.selection.main;
  const { select, ...changes } = edit(view.state.doc.toString(), from, to);
  view.dispatch({
    changes,
    selection: EditorSelection.single(select.from, select.to),
    scrollIntoView: true,
    userEvent: 'input',
  });
  return true;
};

/**
 * A text over several lines goes into the document here: inserted by the browser itself, its lines get inline styles, which the policy refuses.
 */
const insertLines = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to } = view.state.selection.main;
    const text = event.data ?? '';
    const isLong = text.includes('\n') || view.state.doc.lineAt(from).to < to;
    if (event.inputType !== 'insertText' || view.composing || view.state.readOnly || !isLong) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

/**
 * Makes an editor inside a shadow root of its host, where the library's styles are constructed sheets: the policy refuses style elements.
 * Tab is bound to nothing, so that it leaves the editor. Its own chunk: it is loaded when somebody edits.
 */
export const openEditor = ({ host, text, selected, onChange, ...settings }: EditorStart): Editor => {
  const changing = new Compartment();
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const keys = markdownEdits.flatMap(({ key, edit }) =>
    key === undefined ? [] : [{ key: `Mod-${key}`, run: (view: EditorView) => apply(view, edit) }],
  );
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      ...(selected && { selection: EditorSelection.single(selected.from, selected.to) }),
      extensions: [
        history(),
        highlightSpecialChars(),
        EditorView.lineWrapping,
        EditorState.phrases.of(editorPhrases),
        search({ top: true }),
        markdown({ base: markdownLanguage, completeHTMLTags: false }),
        editorLook,
        insertLines,
        keymap.of([...keys, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
        changing.of(settingsOf(settings)),
      ],
    }),
  });
  return {
    show: (next) => {
      const shown = view.state.doc.toString();
      if (shown !== next) view.dispatch({ changes: { from: 0, to: shown.length, insert: next } });
    },
    set: (next) => view.dispatch({ effects: changing.reconfigure(settingsOf(next)) }),
    apply: (edit) => {
      apply(view, edit);
      view.focus();
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
};
