import { STATUS_CODES } from '../../http/node-http.ts';
import type { ApiDescription, Operation, Parameter, PathItem, ResponseHeader } from '../api-description.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { type Answer, page, type Visit, type Web } from '../visit.ts';
import { describeType, referredName, type Schema, type Schemas, sampleOf } from './docs-schema.ts';

interface Entry extends Operation {
  readonly method: string;
  readonly path: string;
  readonly all: readonly Parameter[];
}

/** The reference of the management API, rendered from the document that /manage/v1/openapi.json serves. */
export async function showManageDocs(web: Web, visit: Visit): Promise<Answer> {
  const { links } = web;
  const api = web.describeManageApi();
  const entries = entriesOfAll(api);
  const base = api.servers[0]?.url ?? '';
  const main = html`<div class="reference">
<header><h1>${api.info.title} <small>v${api.info.version}</small></h1>
<p class="lead">${api.info.description}</p></header>
<nav class="contents" aria-label="On this page">
<ul>
<li><a href="#start">Getting started</a></li>
${contentsOf(entries, api)}
</ul>
</nav>
<article>
<section>
<h2 id="start">Getting started</h2>
<p>All URLs start with <code>${base}</code>. Create a token with the permission to manage on the <a href="${links.tokens}">Tokens</a> page and send it with each request:</p>
<pre tabindex="0"><code>curl -H "Authorization: Bearer TOKEN" -H "Content-Type: application/json" \\
  -d '{"url": "https://example.org"}' ${base}/webpages</code></pre>
<p>Records, headers and errors are those of the <a href="${links.docs}">Archive API</a>. Lists are read by cursor: follow <code>view.next</code> until it is missing. The API is also described by an <a href="${base}/openapi.json">OpenAPI document</a>.</p>
<p>The URLs of images and thumbnails (<code>contentUrl</code>) need no token: anyone who has such a URL can open the image. The URLs contain random names that cannot be guessed.</p>
</section>
${sectionsOf(entries, api)}
</article>
</div>`;
  return page(layout(web, visit, { title: 'Management API reference', current: 'docs', main, width: 'wide' }));
}

/** The API reference, rendered from the document that /v3/openapi.json serves. */
export async function showDocs(web: Web, visit: Visit): Promise<Answer> {
  return page(layout(web, visit, { title: 'API reference', current: 'docs', main: reference(web), width: 'wide' }));
}

function reference(web: Web): Html {
  const { links } = web;
  const api = web.describeApi();
  const entries = entriesOfAll(api);
  const base = api.servers[0]?.url ?? '';
  return html`<div class="reference">
<header><h1>${api.info.title} <small>v${api.info.version}</small></h1>
<p class="lead">${api.info.description} Programs that add and change webpages use the <a href="${links.manageDocs}">management API</a>.</p></header>
<nav class="contents" aria-label="On this page">
<ul>
<li><a href="#start">Getting started</a></li>
<li><a href="#paging">Paging</a></li>
<li><a href="#images">Images</a></li>
${contentsOf(entries, api)}
</ul>
</nav>
<article>
<section>
<h2 id="start">Getting started</h2>
<p>All URLs start with <code>${base}</code>. Create a token on the <a href="${links.tokens}">Tokens</a> page and send it with each request:</p>
<pre tabindex="0"><code>curl -H "Authorization: Bearer TOKEN" ${base}/webpages</code></pre>
<p>Responses are JSON-LD. Their <code>Link</code> header refers to the <a href="${base}/contexts">JSON-LD context</a>. Lists are Hydra collections. The API is also described by an <a href="${base}/openapi.json">OpenAPI document</a> and a <a href="${base}/vocab">Hydra vocabulary</a>.</p>
<p>An error response contains a title and a description that says what is wrong and what is allowed.</p>
<p>Responses have an <code>ETag</code>. Send it as <code>If-None-Match</code> to get <code>304 Not Modified</code> without a body if nothing has changed.</p>
</section>
<section>
<h2 id="paging">Paging</h2>
<p>A list is divided into pages. The <code>view</code> of a page contains the URLs of the first, previous, next and last page.</p>
<p>Page numbers shift while records are written: when a record is added or deleted, the records after it move. A client that reads one page after the other can then see a record twice or miss one. Compare the <code>identifier</code> of the records to skip repeated ones, and read the list again if <code>totalItems</code> has changed.</p>
</section>
<section>
<h2 id="images">Images</h2>
<p>The URLs of images and thumbnails (<code>contentUrl</code>) need no token: anyone who has such a URL can open the image. The URLs contain random names that cannot be guessed.</p>
</section>
${sectionsOf(entries, api)}
</article>
</div>`;
}

function contentsOf(entries: readonly Entry[], { components }: ApiDescription): Html {
  return html`${entries.map(({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`)}
<li><a href="#headers">Response headers</a></li>
${Object.keys(components.schemas).map((name) => html`<li><a href="#${name}"><code>${name}</code></a></li>`)}`;
}

function sectionsOf(entries: readonly Entry[], { components: { schemas, headers } }: ApiDescription): Html {
  return html`${entries.map((entry) => operation(entry, schemas))}
${headersSection(headers)}
<h2 id="schemas">Schemas</h2>
${Object.entries(schemas).map(([name, schema]) => schemaSection(name, schema))}`;
}

function entriesOfAll(api: ApiDescription): Entry[] {
  return Object.entries(api.paths).flatMap(([path, item]) => entriesOf(path, item));
}

function entriesOf(path: string, item: PathItem): Entry[] {
  const { servers = [], parameters = [], get, post, patch, delete: remove } = item;
  const fullPath = `${servers[0]?.url ?? ''}${path}`;
  const entry = (method: string, found: Operation | undefined): Entry[] =>
    found ? [{ ...found, method, path: fullPath, all: [...parameters, ...(found.parameters ?? [])] }] : [];
  return [...entry('GET', get), ...entry('POST', post), ...entry('PATCH', patch), ...entry('DELETE', remove)];
}

function operation(entry: Entry, schemas: Schemas): Html {
  const { method, path, operationId, summary, description, all, responses } = entry;
  const content = Object.values(responses['200']?.content ?? {})[0];
  const hasSample = content !== undefined && referredName(content.schema) !== undefined;
  return html`<section class="operation">
<h2 id="${operationId}">${summary}</h2>
<p class="endpoint"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>${
    entry.security?.length === 0 && html` <span class="chip">No token needed</span>`
  }</p>
${description !== undefined && html`<p>${description}</p>`}
${all.length > 0 && parametersTable(all)}
<h3>Responses</h3>
<dl class="answers">
${Object.entries(responses).map(
  ([status, { description }]) =>
    html`<div><dt>${status} ${STATUS_CODES[Number(status)]}</dt><dd>${description}</dd></div>`,
)}
</dl>
${
  hasSample &&
  html`<details><summary>Example response</summary>
<pre tabindex="0"><code>${JSON.stringify(sampleOf(content.schema, schemas), null, 2)}</code></pre></details>`
}
</section>`;
}

function parametersTable(parameters: readonly Parameter[]): Html {
  return html`<table class="stacked">
<caption>Parameters</caption>
<thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Description</th></tr></thead>
<tbody>
${parameters.map(
  ({ name, in: place, schema, description }) => html`<tr>
<th scope="row"><code>${name}</code></th><td class="place">${place}</td><td>${describeType(schema)}</td>
<td>${description ?? ''}${schema.default !== undefined && html` Default: <code>${String(schema.default)}</code>.`}</td></tr>`,
)}
</tbody>
</table>`;
}

function headersSection(headers: Readonly<Record<string, ResponseHeader>>): Html {
  return html`<section>
<h2 id="headers">Response headers</h2>
<table class="stacked">
<caption class="visually-hidden">Response headers</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Description</th></tr></thead>
<tbody>
${Object.entries(headers).map(
  ([name, { description }]) => html`<tr>
<th scope="row"><code>${name}</code></th><td>${description}</td></tr>`,
)}
</tbody>
</table>
</section>`;
}

function schemaSection(name: string, schema: Schema): Html {
  return html`<section class="record">
<h3 id="${name}"><code>${name}</code></h3>
<p>${schema.description ?? ''}</p>
<table class="stacked">
<caption class="visually-hidden">Properties of ${name}</caption>
<thead><tr><th scope="col">Property</th><th scope="col">Type</th><th scope="col">Description</th></tr></thead>
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
  const list = schema.type === 'array' && 'array of ';
  if (name !== undefined) return html`${list}<a href="#${name}">${name}</a>`;
  if (schema.items) return html`${list}${describeType(schema.items)}`;
  if (schema.properties) return html`object: ${Object.keys(schema.properties).join(', ')}`;
  return html`${describeType(schema)}`;
}
