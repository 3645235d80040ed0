/**
 * The one inline line of the document. Before the first paint it puts on the theme that the visitor chose, and when the hash names
 * another landing route than the home page, that route's shell out of its `<template data-path>`; a product's shell gets the name,
 * tagline and cover that the document's data holds. Written as text, so that its hash for the policy can be made at build.
 *
 * @source stack "First load", security 4.7
 */
export const landingLine: string = [
  '(d=>{',
  'let t;try{t=localStorage.theme}catch{}',
  'if(t=="dark"||t=="light")d.documentElement.dataset.theme=t;',
  'const p=location.hash.slice(1).split("?")[0].replace(/\\/$/,"");',
  'if(!p||p=="/portal"||p=="/portal/home")return;',
  'let s=d.querySelector(\'template[data-path="*"]\');',
  'for(const e of d.querySelectorAll("template[data-path]")){const h=e.dataset.path;if(p==h||p.startsWith(h+"/"))s=e}',
  'const m=d.getElementById("main");if(!s||!m)return;',
  'm.replaceChildren(s.content.cloneNode(true));',
  'if(s.dataset.title)d.title=s.dataset.title;',
  'const o=m.querySelectorAll("[data-known]");if(!o.length)return;',
  'try{const i=decodeURIComponent(p.split("/").pop()),',
  'x=JSON.parse(d.getElementById("document-data").textContent).data.productMap.categories.flatMap(c=>c.products).find(c=>c.pid==i);',
  'for(const e of o){const v=x[e.dataset.known];if(e.tagName=="IMG")e.src=v;else e.textContent=v}}catch{}',
  '})(document)',
].join('');
