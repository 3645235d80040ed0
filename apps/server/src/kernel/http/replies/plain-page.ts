const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, attributes included. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => escapes[char] ?? char);

/** The style of the server's own pages, served as a file because the policy allows no inline style. */
export const plainCss = `:root{color-scheme:light dark;--ink:#101828;--soft:#475467;--line:#e4e7ec;--paper:#fff;--tint:#f7f8fa;--link:#23408e}
@media (prefers-color-scheme:dark){:root{--ink:#f2f4f7;--soft:#c2c9d6;--line:#2b3446;--paper:#0f1522;--tint:#171f2e;--link:#9db4f5}}
*{box-sizing:border-box}
body{margin:0;padding:32px 20px 80px;background:var(--paper);color:var(--ink);font:16px/1.7 "PingFang SC","HarmonyOS Sans SC","MiSans","Noto Sans CJK SC","Microsoft YaHei",system-ui,sans-serif}
main{max-width:960px;margin:0 auto}
h1{font-size:28px;line-height:1.4;margin:0 0 8px}h2{font-size:20px;margin:40px 0 12px}
p{margin:8px 0}.soft{color:var(--soft)}a{color:var(--link)}
nav ul{list-style:none;margin:16px 0 0;padding:0;display:flex;flex-wrap:wrap;gap:4px 20px}
details{border:1px solid var(--line);border-radius:8px;margin:8px 0;background:var(--paper)}
summary{padding:10px 14px;cursor:pointer;display:flex;flex-wrap:wrap;gap:4px 14px;align-items:baseline}
summary:focus-visible,a:focus-visible{outline:2px solid var(--link);outline-offset:2px}
summary::marker{content:""}details>div{padding:0 14px 14px;overflow-x:auto}
code{font:14px/1.6 ui-monospace,"Cascadia Mono",Consolas,monospace;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;font-size:14px}th,td{text-align:left;padding:6px 12px 6px 0;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-weight:500}h3{font-size:14px;margin:16px 0 4px}
.tag{font-size:13px;color:var(--soft);background:var(--tint);border-radius:4px;padding:1px 8px}
`;

/** A page of our own that needs no script. */
export const plainPage = (title: string, body: string): string => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/plain.css"></head>
<body><main>${body}</main></body></html>
`;
