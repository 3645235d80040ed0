import { Button, RadioGroup, TextArea } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import css from './chat-page.module.css';

const stars = [
  { value: '5', label: '非常满意' },
  { value: '4', label: '满意' },
  { value: '3', label: '一般' },
  { value: '2', label: '不满意' },
  { value: '1', label: '非常不满意' },
];

interface RatingFormProps {
  readonly onRate: (rating: { stars: number; words: string }) => Promise<void>;
}

/** The rating of a reception that has ended: once. @source service 1.4 */
export const RatingForm = ({ onRate }: RatingFormProps): JSX.Element => {
  const [chosen, setChosen] = useState('');
  const [words, setWords] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    await onRate({ stars: Number(chosen), words: words.trim() }).finally(() => setBusy(false));
  };
  return (
    <form
      className={css.rating}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <RadioGroup row label="您对本次服务满意吗" options={stars} value={chosen} onValueChange={setChosen} />
      {chosen !== '' && (
        <>
          <TextArea
            aria-label="想说的话（选填）"
            placeholder="想说的话（选填）"
            value={words}
            maxLength={500}
            onValueChange={setWords}
          />
          <Button type="submit" size="small" variant="primary" loading={isBusy}>
            提交评价
          </Button>
        </>
      )}
    </form>
  );
};
