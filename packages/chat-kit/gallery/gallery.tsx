import { type JSX, useEffect, useState } from 'react';
import { type Demo, groups } from './catalogue.ts';

const isFramed = new URLSearchParams(location.search).has('frame');

/** Shows every component in every state, in both themes, at desktop or phone width. */
export function Gallery(): JSX.Element {
  const [theme, setTheme] = useState(() => new URLSearchParams(location.search).get('theme') ?? 'light');
  const [device, setDevice] = useState<'pc' | 'h5'>('pc');
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  if (isFramed) {
    return (
      <main className="g-main">
        <h1 className="g-framed">chat-kit</h1>
        <Groups />
      </main>
    );
  }
  return (
    <div className="g-page">
      <header className="g-header">
        <h1>
          <span className="g-mark" aria-hidden="true" />
          chat-kit
        </h1>
        <Choice
          label="主题"
          value={theme}
          options={[
            ['light', '浅色'],
            ['dark', '深色'],
          ]}
          onChange={setTheme}
        />
        <Choice
          label="设备"
          value={device}
          options={[
            ['pc', 'PC'],
            ['h5', 'H5'],
          ]}
          onChange={(value) => setDevice(value === 'h5' ? 'h5' : 'pc')}
        />
      </header>
      <nav className="g-nav" aria-label="组件">
        {groups.map((group) => (
          <div key={group.title}>
            <h2>{group.title}</h2>
            {group.demos.map((demo) => (
              <a key={demo.id} href={`#${demo.id}`}>
                {demo.title}
              </a>
            ))}
          </div>
        ))}
      </nav>
      <main className="g-main">
        {device === 'h5' ? (
          <iframe key={theme} className="g-phone" title="H5 预览" src={`?frame&theme=${theme}${location.hash}`} />
        ) : (
          <Groups />
        )}
      </main>
    </div>
  );
}

function Groups(): JSX.Element[] {
  return groups.map((group) => (
    <section key={group.title} className="g-group">
      <h2>{group.title}</h2>
      <p>{group.lead}</p>
      {group.demos.map((demo) => (
        <Card key={demo.id} demo={demo} />
      ))}
    </section>
  ));
}

function Card({ demo: { id, title, note, code, Show } }: { demo: Demo }): JSX.Element {
  return (
    <article id={id} className="g-card">
      <h3>{title}</h3>
      {note !== undefined && <p className="g-note">{note}</p>}
      <div className="g-stage">
        <Show />
      </div>
      <details className="g-code">
        <summary>代码</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <pre tabIndex={0}>
          <code>{code.replaceAll(/(?:\.\.\/)+src\/index\.ts/g, '@ronghui/chat-kit')}</code>
        </pre>
      </details>
    </article>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: [value: string, text: string][];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps): JSX.Element {
  return (
    <div className="g-choice" role="group" aria-label={label}>
      {options.map(([option, text]) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {text}
        </button>
      ))}
    </div>
  );
}
