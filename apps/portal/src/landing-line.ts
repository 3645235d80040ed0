import { portalStartUp } from '@ronghui/client';
import { callTimeoutMs, channel } from '@ronghui/contract/wire';

/**
 * The one inline script of the document, which the document contains twice. In the head it applies the theme that the visitor chose,
 * and links the one style sheet that the first paint waits for: the frame's, or on the home page the frame's and the home page's in
 * one, or the frame's and the merchant area's.
 *
 * A page of the merchant area needs the start-up call before anything of its own: the line sends it at once, and the client takes it
 * over (`BegunStart`).
 *
 * After the markup, when the hash names another landing route, it inserts that route's shell from its `<template data-path>`; a
 * product's shell gets the name, tagline and cover from the document's data. On H5 the tabs are removed unless that page is the root of
 * one (`data-root`). A page of the merchant area gets its own frame (`data-frame`).
 *
 * The main script, the icon and the pictures that can wait (`data-words` holds them back) are fetched after the first paint, or, where
 * nothing is painted, as in a background tab, after a second, once the sheet is there or has failed. In that sheet stand the names of the sheets that it
 * contains (`--css`): they become disabled sheets, so that no chunk fetches them again. The merchant area's names the scripts with which
 * its pages begin, too (`--js`, `--js-order`, with the drawer that the address opens `--open-order`), which are fetched beside the main
 * script, and the one that sends a page's first reads (`--first-order`), which runs at once. It is written as text, so that the build can compute its hash for the policy, and shortly, because
 * every page has it.
 *
 * @source stack "First load", security 4.7
 */
export const landingLine: string = [
  '(d=>{',
  'const p=location.hash.slice(1).split("?")[0].replace(/\\/$/,""),h=!p||p=="/portal"||p=="/portal/home",a=/^\\/merchant\\b/.test(p),r=d.documentElement,i=n=>d.getElementById(n),l=i("style"),m=i("main");',
  'if(!m){',
  'try{const t=localStorage.theme;if(/^(dark|light)$/.test(t))r.dataset.theme=t}catch{}',
  `if(a)(d.startUp=fetch(d.querySelector("[name=gateway-base]").content+"${portalStartUp.path}",{method:"POST",credentials:"include",signal:AbortSignal.timeout(${callTimeoutMs}),body:new URLSearchParams({channel:"${channel}",data:"{}"})}).then(response=>({response,atMs:Date.now()}))).catch(()=>{});`,
  'l.href=l.dataset[h?"home":a?"area":""]||l.href;r.dataset.words="";',
  'r.hidden=!("blocking"in l);l.onload=l.onerror=()=>{r.hidden=!1;l.done=1};',
  'l.rel="stylesheet";',
  'return}',
  'let u=i("ice-container").dataset.main;',
  'const g=()=>{if(u){delete r.dataset.words;',
  'const q=n=>getComputedStyle(r).getPropertyValue(n).slice(1,-1),b=p.split("/")[3];',
  'i("icon").href=q("--icon")||"/favicon.svg";',
  'const o=/[?&]open=/.test(location.hash),y=!o&&q("--first-"+b);if(y)import("/assets/"+y).catch(()=>{});',
  'for(const v of(q("--css")+q("--js")+q("--js-"+b)+(o?q("--open-"+b):"")).match(/\\S+/g)||[]){const e=d.createElement("link");e.rel=(e.disabled=/css$/.test(v))?"stylesheet":"modulepreload";e.href="/assets/"+v;d.head.append(e)}',
  'import(u)}u=""},',
  't=()=>{u&&l&&!l.done?setTimeout(t,1e3):g()};',
  'setTimeout(t,1e3);',
  'new PerformanceObserver(g).observe({type:"paint",buffered:!0});',
  'if(h)return;',
  'const f=a&&d.querySelector("[data-frame]");',
  'if(f){m.parentElement.replaceWith(f.content.cloneNode(true));d.title=f.dataset.title;return}',
  'let s;for(const e of d.querySelectorAll("[data-path]")){const q=e.dataset.path;if(q=="*"||p==q||!("only"in e.dataset)&&p.startsWith(q+"/"))s=e}',
  'm.replaceChildren(s.content.cloneNode(true));',
  '"root"in s.dataset||m.parentElement.querySelector(":scope>nav")?.remove();',
  'd.title=s.dataset.title||d.title;',
  'try{const x=JSON.parse(i("document-data").textContent).data.productMap.categories.flatMap(c=>c.products).find(c=>c.pid==decodeURIComponent(p.split("/").pop()));',
  'for(const e of m.querySelectorAll("[data-known]"))e[e.tagName=="IMG"?"src":"textContent"]=x[e.dataset.known]}catch{}',
  '})(document)',
].join('');
