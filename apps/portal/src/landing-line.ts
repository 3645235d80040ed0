import { portalStartUp } from '@ronghui/client';
import { callTimeoutMs, channel } from '@ronghui/contract/wire';

/**
 * The one inline script of the document, which the document contains twice. In the head it applies the theme that the visitor chose,
 * and links the one style sheet that the first paint waits for: the frame's, or on the home page the frame's and the home page's in
 * one, or the frame's and the merchant area's. The styles in that sheet count as loaded: `link[data-in]` becomes a disabled sheet, so that no chunk fetches it again.
 *
 * A page of the merchant area needs the start-up call before anything of its own: the line sends it at once, and the client takes it
 * over (`begunStartUp`).
 *
 * After the markup, when the hash names another landing route, it inserts that route's shell from its `<template data-path>`; a
 * product's shell gets the name, tagline and cover from the document's data. On H5 the tabs are removed unless that page is the root of
 * one (`data-root`). A page of the merchant area gets its own frame (`data-frame`); what it begins with is listed in its sheet (`--js`, `--css`),
 * and fetched with the main script, at once, with the drawer that the address opens. The main script, the icon and the pictures that can wait (`data-words` holds them back) are fetched after the first
 * paint, or after a second where nothing is painted, as in a background tab. It is written as text, so that the build can compute its
 * hash for the policy.
 *
 * @source stack "First load", security 4.7
 */
export const landingLine: string = [
  '(d=>{',
  'const p=location.hash.slice(1).split("?")[0].replace(/\\/$/,""),h=!p||p=="/portal"||p=="/portal/home",a=/^\\/merchant\\b/.test(p);',
  'const m=d.getElementById("main");',
  'if(!m){',
  'let t;try{t=localStorage.theme}catch{}',
  'if(t=="dark"||t=="light")d.documentElement.dataset.theme=t;',
  `if(a)(d.startUp=fetch(d.querySelector("[name=gateway-base]").content+"${portalStartUp.path}",{method:"POST",credentials:"include",signal:AbortSignal.timeout(${callTimeoutMs}),body:new URLSearchParams({channel:"${channel}",data:"{}"})}).then(response=>({response,atMs:Date.now()}))).catch(()=>{});`,
  'const l=d.getElementById("style"),r=d.documentElement,w=h?"home":a?"area":"all";',
  'for(const e of d.querySelectorAll("link[data-in]"))if(e.dataset.in=="all"||e.dataset.in==w){e.disabled=!0;e.rel="stylesheet"}',
  'if(l.dataset[w])l.href=l.dataset[w];r.dataset.words="";',
  'if(!("blocking"in l)){r.hidden=!0;l.onload=l.onerror=()=>{r.hidden=!1}}',
  'l.rel="stylesheet";',
  'return}',
  'let u=d.getElementById("ice-container").dataset.main;',
  'const g=()=>{if(u){delete d.documentElement.dataset.words;const q=a&&getComputedStyle(d.documentElement);',
  'd.getElementById("icon").href=a&&q.getPropertyValue("--icon").slice(1,-1)||"/favicon.svg";',
  'if(a){const k=(n,f)=>{for(const v of q.getPropertyValue(n).split(/[\\s"]+/))if(v){const e=d.createElement("link");f(e,"/assets/"+v);d.head.append(e)}},j=(e,v)=>{e.rel="modulepreload";e.href=v+".js"},b=p.split("/")[3];',
  'k("--css",(e,v)=>{e.disabled=!0;e.rel="stylesheet";e.href=v+".css"});k("--js",j);k("--js-"+b,j);if(/[?&]open=/.test(location.hash))k("--js-open-"+b,j)}',
  'import(u)}u=""};',
  'setTimeout(g,1e3);',
  'new PerformanceObserver(g).observe({type:"paint",buffered:!0});',
  'if(h)return;',
  'const f=a&&d.querySelector("template[data-frame]");',
  'if(f){m.parentElement.replaceWith(f.content.cloneNode(true));d.title=f.dataset.title;return}',
  'let s=d.querySelector(\'template[data-path="*"]\');',
  'for(const e of d.querySelectorAll("template[data-path]")){const q=e.dataset.path;if(p==q||!("only"in e.dataset)&&p.startsWith(q+"/"))s=e}',
  'if(!s)return;',
  'm.replaceChildren(s.content.cloneNode(true));',
  'if(!("root"in s.dataset)){const t=m.parentElement.querySelector(":scope>nav");if(t)t.remove()}',
  'if(s.dataset.title)d.title=s.dataset.title;',
  'const o=m.querySelectorAll("[data-known]");if(!o.length)return;',
  'try{const i=decodeURIComponent(p.split("/").pop()),',
  'x=JSON.parse(d.getElementById("document-data").textContent).data.productMap.categories.flatMap(c=>c.products).find(c=>c.pid==i);',
  'for(const e of o){const v=x[e.dataset.known];if(e.tagName=="IMG")e.src=v;else e.textContent=v}}catch{}',
  '})(document)',
].join('');
