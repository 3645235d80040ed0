import type { JSX } from 'react';
import css from './doc-tree.module.css';

/** A document, or a group of them. */
export type DocTreeNode = {
  id: string;
  title: string;
  href?: string | undefined;
  current?: boolean;
  children?: readonly DocTreeNode[];
};

function holdsCurrent(node: DocTreeNode): boolean {
  return node.current === true || (node.children ?? []).some(holdsCurrent);
}

/** Documents in a tree; groups fold, and those around the current document (or the current group) are open. */
export function DocTree({ nodes }: { nodes: readonly DocTreeNode[] }): JSX.Element {
  return (
    <nav aria-label="文档目录" className={css.tree}>
      <Level nodes={nodes} />
    </nav>
  );
}

/** Scrolls the tree to the current document, because a newly rendered tree starts at its top; the page itself stays where it is. */
function showLink(link: HTMLAnchorElement | null): void {
  let frame = link?.parentElement;
  while (frame && getComputedStyle(frame).overflowY !== 'auto') frame = frame.parentElement;
  if (!link || !frame) return;
  const [inner, outer] = [link.getBoundingClientRect(), frame.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) frame.scrollTop += inner.top - outer.top - outer.height / 2;
}

function Level({ nodes }: { nodes: readonly DocTreeNode[] }): JSX.Element {
  return (
    <ul className={css.level}>
      {nodes.map((node) => (
        <li key={node.id}>
          {node.children && node.children.length > 0 ? (
            <details open={holdsCurrent(node)}>
              <summary className={css.group}>{node.title}</summary>
              <Level
                nodes={
                  node.href === undefined
                    ? node.children
                    : [
                        { id: `${node.id}-self`, title: '概览', href: node.href, current: node.current === true },
                        ...node.children,
                      ]
                }
              />
            </details>
          ) : (
            <a
              ref={node.current ? showLink : undefined}
              className={css.doc}
              href={node.href}
              aria-current={node.current ? 'page' : undefined}
            >
              {node.title}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
