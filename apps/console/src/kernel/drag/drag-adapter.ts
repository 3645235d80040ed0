import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachInstruction, extractInstruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/list-item';
import type { Dragging, DropPlace } from './use-drag.ts';

const placeOf = (data: Record<string | symbol, unknown>): DropPlace | undefined => {
  const instruction = extractInstruction(data);
  if (instruction === null || instruction.blocked) return undefined;
  return ({ 'reorder-before': 'before', 'reorder-after': 'after', combine: 'inside' } as const)[instruction.operation];
};

/** The elements of one item. */
interface Parts {
  /** What is dragged. */
  readonly source: HTMLElement;
  /** What others are dropped at. */
  readonly target: HTMLElement;
}

/** Makes an item draggable, and a place where others of its kind are dropped. Its own chunk: it is loaded when somebody edits. */
export const attachDrag = ({ source, target }: Parts, spec: () => Dragging): (() => void) => {
  const { kind, id } = spec();
  const idOf = (data: Record<string | symbol, unknown>): string => String(data['id']);
  return combine(
    draggable({ element: source, getInitialData: () => ({ kind, id }) }),
    dropTargetForElements({
      element: target,
      canDrop: ({ source: { data } }) => data['kind'] === kind && data['id'] !== id,
      getData: ({ input, element, source: { data } }) => {
        const operations = Object.fromEntries(
          spec()
            .places(idOf(data))
            .map((place) => [place === 'inside' ? 'combine' : `reorder-${place}`, 'available']),
        );
        return attachInstruction({}, { input, element, operations });
      },
      onDrag: ({ self, location }) => {
        const isInnermost = location.current.dropTargets[0]?.element === target;
        spec().onOver(isInnermost ? placeOf(self.data) : undefined);
      },
      onDragLeave: () => spec().onOver(undefined),
      onDrop: ({ self, location, source: { data } }) => {
        spec().onOver(undefined);
        const place = placeOf(self.data);
        if (place !== undefined && location.current.dropTargets[0]?.element === target)
          spec().onDrop(idOf(data), place);
      },
    }),
  );
};
