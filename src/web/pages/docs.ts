import { STATUS_CODES } from 'node:http';
import type { Operation, Parameter, PathItem } from '../api-description.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { type Answer, page, type Visit, type Web } from '../visit.ts';
import { referredName, type Schema, type Schemas, sampleOf, typeWords } from './docs-schema.ts';

interface Entry extends Operation {
  readonly method: string;
  readonly path: string;
  readonly all: readonly Parameter[];
}

/** The reference, from the very document that /v3/openapi.json serves. */
export async function showDocs(web: Web, visit: Visit): Promise<Answer> {
  return page(layout(web, visit, { title: 'API reference', current: 'docs', main: reference(web), width: 'wide' }));
}

function reference({ api, links }: Web): Html {
  const entries = Object.entries(api.paths).flatMap(([path, item]) => entriesOf(path, item));
  const base = api.servers[0]?.url ?? '';
  const { schemas } = api.components;
  return html`<div class="reference">
<nav class="contents" aria-label="On this page">
<ul>
<li><a href="#begin">Begin</a></li>
${entries.map(({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`)}
${Object.keys(schemas).map((name) => html`<li><a href="#${name}"><code>${name}</code></a></li>`)}
</ul>
</nav>
<article>
<h1>${api.info.title} <small>v${api.info.version}</small></h1>
<p class="lead">${api.info.description}</p>
<section>
<h2 id="begin">Begin</h2>
<p>Every address begins with <code>${base}</code>. Make a token on the <a href="${links.tokens}">Tokens</a> page and send it with each request:</p>
<pre tabindex="0"><code>curl -H "Authorization: Bearer TOKEN" ${base}/webpages</code></pre>
<p>Answers are JSON. Their <code>Link</code> header leads to a <a href="${base}/contexts">JSON-LD context</a>, which makes them linked data; lists are Hydra collections, whose <code>view</code> leads from page to page. Machines read the <a href="${base}/openapi.json">OpenAPI document</a> and the <a href="${base}/vocab">vocabulary</a>.</p>
<p>An error is a record too, with the HTTP status, a title and one sentence that says what was wrong and what is allowed. Answers carry an <code>ETag</code>: send it as <code>If-None-Match</code>, and what did not change costs nothing.</p>
</section>
${entries.map((entry) => operation(entry, schemas))}
<h2 id="records">Records</h2>
${Object.entries(schemas).map(([name, schema]) => record(name, schema))}
</article>
</div>`;
}

function entriesOf(path: string, { servers = [], parameters = [], get, delete: remove }: PathItem): Entry[] {
  const shown = `${servers[0]?.url ?? ''}${path}`;
  const entry = (method: string, found: Operation | undefined): Entry[] =>
    found ? [{ ...found, method, path: shown, all: [...parameters, ...(found.parameters ?? [])] }] : [];
  return [...entry('GET', get), ...entry('DELETE', remove)];
}

function operation(entry: Entry, schemas: Schemas): Html {
  const { method, path, operationId, summary, all, responses } = entry;
  const content = Object.values(responses['200']?.content ?? {})[0];
  const hasSample = content !== undefined && referredName(content.schema) !== undefined;
  return html`<section class="operation">
<h2 id="${operationId}">${summary}</h2>
<p class="endpoint"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>${
    entry.security?.length === 0 && html` <span class="chip">no token needed</span>`
  }</p>
${all.length > 0 && parametersTable(all)}
<h3>Answers</h3>
<dl class="answers">
${Object.entries(responses).map(
  ([status, { description }]) =>
    html`<div><dt>${status} ${STATUS_CODES[Number(status)]}</dt><dd>${description}</dd></div>`,
)}
</dl>
${
  hasSample &&
  html`<details><summary>An answer, in short</summary>
<pre tabindex="0"><code>${JSON.stringify(sampleOf(content.schema, schemas), null, 2)}</code></pre></details>`
}
</section>`;
}

function parametersTable(parameters: readonly Parameter[]): Html {
  return html`<table class="stacked">
<caption>Parameters</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">Allowed</th><th scope="col">What it is</th></tr></thead>
<tbody>
${parameters.map(
  ({ name, in: place, schema, description }) => html`<tr>
<th scope="row"><code>${name}</code></th><td>${place}</td><td>${typeWords(schema)}</td>
<td>${description ?? ''}${schema.default !== undefined && html` By default <code>${String(schema.default)}</code>.`}</td></tr>`,
)}
</tbody>
</table>`;
}

function record(name: string, schema: Schema): Html {
  return html`<section class="record">
<h3 id="${name}"><code>${name}</code></h3>
<p>${schema.description ?? ''}</p>
<table class="stacked">
<caption class="visually-hidden">Properties of ${name}</caption>
<thead><tr><th scope="col">Property</th><th scope="col">Type</th><th scope="col">What it is</th></tr></thead>
<tbody>
${Object.entries(schema.properties ?? {}).map(
  ([property, inner]) => html`<tr>
<th scope="row"><code>${property}</code></th><td>${typeCell(inner)}</td><td>${inner.description ?? ''}</td></tr>`,
)}
</tbody>
</table>
</section>`;
}

function typeCell(schema: Schema): Html {
  const name = referredName(schema) ?? (schema.items && referredName(schema.items));
  const list = schema.type === 'array' && 'list of ';
  if (name !== undefined) return html`${list}<a href="#${name}">${name}</a>`;
  if (schema.items) return html`${list}${typeWords(schema.items)}`;
  if (schema.properties) return html`object: ${Object.keys(schema.properties).join(', ')}`;
  return html`${typeWords(schema)}`;
}
