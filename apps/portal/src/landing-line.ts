/**
 * The one inline line of the document, which stands in it twice. In the head it puts on the theme that the visitor chose, and lets
 * the home page's styles load when that is where the visitor goes. After the markup, when the hash names another landing route, it
 * puts that route's shell in place out of its `<template data-path>`; a product's shell gets the name, tagline and cover that the
 * document's data holds. Both before the first paint. Written as text, so that its hash for the policy can be made at build.
 *
 * @source stack "First load", security 4.7
 */
export const landingLine: string = [
  '(d=>{',
  'const p=location.hash.slice(1).split("?")[0].replace(/\\/$/,""),h=!p||p=="/portal"||p=="/portal/home",m=d.getElementById("main");',
  'if(!m){',
  'let t;try{t=localStorage.theme}catch{}',
  'if(t=="dark"||t=="light")d.documentElement.dataset.theme=t;',
  'if(h)for(const l of d.querySelectorAll("link[data-home]"))l.rel="stylesheet";',
  'return}',
  'if(h)return;',
  'let s=d.querySelector(\'template[data-path="*"]\');',
  'for(const e of d.querySelectorAll("template[data-path]")){const q=e.dataset.path;if(p==q||p.startsWith(q+"/"))s=e}',
  'if(!s)return;',
  'm.replaceChildren(s.content.cloneNode(true));',
  'if(s.dataset.title)d.title=s.dataset.title;',
  'const o=m.querySelectorAll("[data-known]");if(!o.length)return;',
  'try{const i=decodeURIComponent(p.split("/").pop()),',
  'x=JSON.parse(d.getElementById("document-data").textContent).data.productMap.categories.flatMap(c=>c.products).find(c=>c.pid==i);',
  'for(const e of o){const v=x[e.dataset.known];if(e.tagName=="IMG")e.src=v;else e.textContent=v}}catch{}',
  '})(document)',
].join('');
