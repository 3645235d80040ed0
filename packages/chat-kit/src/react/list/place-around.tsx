import { Component, type RefObject } from 'react';
import type { PlaceKeeper } from '../../headless/place-keeper.ts';
import type { Section } from '../../headless/sections.ts';

interface PlaceAroundProps {
  keeper: RefObject<PlaceKeeper | null>;
  sections: readonly Section[];
  from: number;
  /** Whether there is a row above the first message. */
  hasHead: boolean;
}

/**
 * Keeps the reader's position around each change of the rows: recorded just before the document changes, restored just
 * after. Another conversation starts at its end. This is a class, because no hook runs before a change.
 */
export class PlaceAround extends Component<PlaceAroundProps> {
  override shouldComponentUpdate({ sections, from, hasHead }: PlaceAroundProps): boolean {
    return sections !== this.props.sections || from !== this.props.from || hasHead !== this.props.hasHead;
  }

  override getSnapshotBeforeUpdate(last: PlaceAroundProps): null {
    this.props.keeper.current?.note(last.from === 0);
    return null;
  }

  override componentDidUpdate({ sections }: PlaceAroundProps): void {
    const isOther = sections[0]?.list !== this.props.sections[0]?.list;
    this.props.keeper.current?.[isOther ? 'toEnd' : 'restore']();
  }

  override render(): null {
    return null;
  }
}
