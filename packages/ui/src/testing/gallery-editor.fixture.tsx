import { type JSX, useState } from 'react';
import * as ui from '../index.ts';
import { type PageProps, Shell } from './gallery-shell.fixture.tsx';

const sample = '## 一、定义\n\n**授权**见[条款](https://example.com/)。\n\n- 甲\n- 乙\n\n`npm start`';

/** The Markdown editor, one to type into and one to read. */
export function Editor({ pageType }: PageProps): JSX.Element {
  const [text, setText] = useState(sample);
  const [isWrong, setWrong] = useState(false);
  return (
    <Shell pageType={pageType}>
      <ui.Section title="协议" level={1}>
        <ui.FormField label="正文" hint="按 Markdown 书写" error={isWrong ? '请写下正文' : null} required>
          <ui.MarkdownEditor
            label="正文"
            value={text}
            onValueChange={setText}
            maxLength={80}
            onPicture={async () => '/media/a.png'}
          />
        </ui.FormField>
        <ui.Button onClick={() => setText(sample)}>放弃修改</ui.Button>{' '}
        <ui.Button onClick={() => setWrong(!isWrong)}>检查</ui.Button>
        <output>{text}</output>
        <ui.FormField label="原文">
          <ui.MarkdownEditor label="原文" value={sample} onValueChange={() => {}} readOnly />
        </ui.FormField>
      </ui.Section>
    </Shell>
  );
}
