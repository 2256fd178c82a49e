import { type Child, type Html, html } from '../../web/html.ts';

/**
 * The document around the content of a mail. Mail programs know little CSS: layout by tables, styles in attributes. The style element
 * serves those that know it, for phones and dark mode; without it the mail is light and of fixed width.
 */
export function frame({ title, content, footer }: { title: string; content: Child; footer: Child }): string {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${title}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
img { border: 0; display: block; height: auto; max-width: 100%; }
@media (max-width: 520px) {
.card { border-radius: 0 !important; padding: 20px 16px !important; }
.half { display: block !important; padding: 0 0 10px !important; width: 100% !important; }
.half .crop { max-width: 100% !important; }
}
@media (prefers-color-scheme: dark) {
.page { background: #161512 !important; }
.card { background: #1f1d19 !important; border-color: #35312a !important; }
.ink { color: #efeae0 !important; }
.soft { color: #b0a899 !important; }
.link { color: #86d3bd !important; }
.line { border-color: #35312a !important; }
.button { background: #86d3bd !important; color: #0b231c !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f7f5f0">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f7f5f0">
<tr><td align="center" style="padding:24px 0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:640px;text-align:left">
<tr><td class="ink" style="${FONT};font-size:15px;font-weight:700;color:#1e1b17;padding:0 16px 12px">Pagekeep</td></tr>
<tr><td class="card" style="${FONT};background:#ffffff;border:1px solid #e1dbcf;border-radius:10px;padding:28px">
${content}
</td></tr>
<tr><td class="soft" style="${FONT};font-size:12px;line-height:1.5;color:#615a50;padding:14px 16px">${footer}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.text;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export function heading(text: Child): Html {
  return html`<h1 class="ink" dir="auto" style="margin:0 0 14px;font-size:21px;line-height:1.3;color:#1e1b17">${text}</h1>`;
}

export function paragraph(text: Child): Html {
  return html`<p class="ink" dir="auto" style="margin:0 0 14px;font-size:15px;line-height:1.55;color:#1e1b17">${text}</p>`;
}

export function small(text: Child): Html {
  return html`<p class="soft" dir="auto" style="margin:0 0 10px;font-size:13px;line-height:1.5;color:#615a50">${text}</p>`;
}

export function button(address: string, text: string): Html {
  return html`<p style="margin:0 0 18px"><a class="button" href="${address}" style="display:inline-block;background:#12594b;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none;padding:11px 18px;border-radius:7px">${text}</a></p>`;
}

export function subheading(text: string): Html {
  return html`<h2 class="ink line" style="margin:0 0 14px;padding:20px 0 0;border-top:1px solid #e1dbcf;font-size:16px;line-height:1.3;color:#1e1b17">${text}</h2>`;
}

export function link(address: string, text: string): Html {
  return html`<a class="link" href="${address}" style="color:#12594b">${text}</a>`;
}
