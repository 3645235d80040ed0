import { MessageList } from '../../src/index.ts';
import { say } from './sample.ts';

// The same files under another host name of this machine, so that the browser treats it as a foreign host.
const otherHost = `${location.hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${location.port}`;
const picture = new URL('picture.svg', location.href);
picture.host = otherHost;

const html = `<p>费用构成：<img src="${picture.href}" alt="费用构成图" width="120" height="90"></p>`;
const rows = (name: string) => [
  { ...say('agent', html), dialogId: `${name}-html` },
  { ...say('agent', '电子回单', { messageType: 'image', multimediaUrl: picture.href }), dialogId: `${name}-media` },
];
const [listed, strict, own] = [rows('listed'), rows('strict'), rows('own')];
const hosts = [otherHost];
const none: string[] = [];

const wordsOnly = (text: string): DocumentFragment => {
  const fragment = document.createDocumentFragment();
  fragment.append(new DOMParser().parseFromString(text, 'text/html').body.textContent);
  return fragment;
};

export function OwnRules() {
  return (
    <>
      <div className="g-row">
        <span className="g-tag">imageHosts 与 mediaHosts 都列出了图片所在的主机</span>
      </div>
      <div className="g-list listed-hosts" style={{ height: 340 }}>
        <MessageList messages={listed} imageHosts={hosts} mediaHosts={hosts} />
      </div>
      <div className="g-row">
        <span className="g-tag">只许本站：HTML 里的图片成了文字，multimediaUrl 成了链接</span>
      </div>
      <div className="g-list own-host" style={{ height: 180 }}>
        <MessageList messages={strict} imageHosts={none} mediaHosts={none} />
      </div>
      <div className="g-row">
        <span className="g-tag">自己的 sanitise：只留文字</span>
      </div>
      <div className="g-list own-sanitise" style={{ height: 180 }}>
        <MessageList messages={own} sanitise={wordsOnly} mediaHosts={none} />
      </div>
    </>
  );
}
