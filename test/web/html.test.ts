import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../../src/web/html.ts';

test('control characters are left out, except tabs and line breaks', () => {
  assert.equal(html`<p>${'a\u0000b\u001b[31m\u0007c\u009bd\te\r\nf'}</p>`.text, '<p>ab[31mcd\te\r\nf</p>');
});

test('values in a template are escaped, in text and in attributes', () => {
  const evil = `<script>alert("1")</script>' onload='x' &amp;`;
  assert.equal(
    html`<p title="${evil}">${evil}</p>`.text,
    `<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; onload=&#39;x&#39; &amp;amp;">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; onload=&#39;x&#39; &amp;amp;</p>`,
  );
});

test('templates nest, arrays are joined, and undefined and false render nothing', () => {
  const rows = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
  const missing: string | undefined = undefined;
  assert.equal(html`<ul>${rows}${missing}${false}${0}</ul>`.text, '<ul><li>a</li><li>&lt;b&gt;</li>0</ul>');
});
