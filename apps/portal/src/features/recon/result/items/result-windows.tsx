import type { JSX } from 'react';
import { counted } from '../result-words.ts';
import { RuleDialog } from '../rules/rule-dialog.tsx';
import { DisputeDialog } from '../steps/dispute-dialog.tsx';
import { NoteDialog } from '../steps/note-dialog.tsx';
import { ItemDrawer } from './item-drawer.tsx';
import { KeysHelp } from './keys-help.tsx';
import type { Asked, Result } from './use-result.ts';

/** What stands in front of a result: an item, or a question. */
export const ResultWindows = ({ result, isOpen }: { result: Result; isOpen: boolean }): JSX.Element => {
  const { list, asked } = result;
  return (
    <>
      {list.open === null ? null : <ItemDrawer key={list.open} result={result} isOpen={isOpen} />}
      {asked === undefined ? null : <Question result={result} asked={asked} />}
    </>
  );
};

const Question = ({ result, asked }: { result: Result; asked: Asked }): JSX.Element => {
  const close = (): void => result.ask(undefined);
  const save = async (text: string): Promise<void> => {
    if (await result.hand.note(asked.kind === 'note' ? asked.items : [], text)) close();
  };
  switch (asked.kind) {
    case 'help':
      return <KeysHelp onClose={close} />;
    case 'note': {
      const [only, ...others] = asked.items;
      const number = result.chosen.isAll ? result.chosen.number : asked.items.length;
      return (
        <NoteDialog
          subject={counted(number, '项')}
          note={others.length === 0 ? (only?.note ?? '') : ''}
          busy={result.hand.busy}
          onClose={close}
          onSave={(text) => void save(text)}
        />
      );
    }
    case 'rule':
      return <RuleDialog run={result.run} item={asked.item} onClose={close} />;
    case 'dispute':
      return (
        <DisputeDialog
          run={result.run}
          items={asked.items}
          onSent={() => {
            result.dispute.clear();
            result.chosen.clear();
          }}
          onClose={close}
        />
      );
  }
};
