import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The editor in our tokens. Custom properties reach into the shadow root, so both themes follow the page. */
export const editorLook = [
  EditorView.theme({
    '&': { color: 'var(--ink)', backgroundColor: 'transparent', fontSize: 'var(--control-text, 16px)' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--font)', lineHeight: '1.7', minHeight: '240px', maxHeight: '60vh' },
    '.cm-content': { padding: '12px 14px', caretColor: 'var(--ink)', minHeight: '240px' },
    '.cm-line': { padding: '0' },
    '.cm-placeholder': { color: 'var(--ink-3)' },
    '.cm-content ::selection, .cm-line::selection': { backgroundColor: 'var(--indigo-soft)' },
    '.cm-searchMatch': { backgroundColor: 'var(--amber-soft)', outline: '1px solid var(--edge)' },
    '.cm-searchMatch-selected': { backgroundColor: 'var(--indigo-soft)' },
    '.cm-specialChar': { color: 'var(--cinnabar)' },
    '.cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--paper)' },
    '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
    '.cm-panel.cm-search': { padding: '8px 40px 8px 14px', fontSize: '14px' },
    '.cm-panel.cm-search label': { fontSize: '14px' },
    '.cm-textfield, .cm-button': {
      color: 'var(--ink)',
      backgroundColor: 'var(--card)',
      backgroundImage: 'none',
      border: '1px solid var(--edge)',
      borderRadius: 'var(--r-s)',
      font: 'var(--t-14) var(--font)',
      padding: '3px 8px',
    },
    '.cm-button:active': { backgroundImage: 'none' },
    '.cm-panel.cm-search [name=close]': { color: 'var(--ink)', width: '28px', height: '28px', cursor: 'pointer' },
    ':is(.cm-textfield, .cm-button, [name=close], [type=checkbox]):focus-visible': {
      outline: '2px solid var(--focus)',
      outlineOffset: '1px',
    },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.heading, fontWeight: '600', color: 'var(--indigo)' },
      { tag: tags.strong, fontWeight: '600' },
      { tag: tags.emphasis, fontStyle: 'italic' },
      { tag: tags.strikethrough, textDecoration: 'line-through' },
      { tag: [tags.link, tags.url], color: 'var(--indigo)' },
      { tag: tags.monospace, fontFamily: 'var(--mono)', color: 'var(--amber-ink)' },
      { tag: [tags.processingInstruction, tags.contentSeparator, tags.quote], color: 'var(--ink-3)' },
    ]),
  ),
];
