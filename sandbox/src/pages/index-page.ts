import type { StandIn } from '../stand-in.ts';
import { type Html, html } from './html.ts';
import { page } from './page.ts';

export function indexPage(origin: string, standIns: StandIn[]): Html {
  return page(
    'Sandbox',
    html`<header>
<p class="eyebrow">Sandbox</p>
<h1>A small outside world</h1>
<p class="lead">Stand-ins that speak the protocols of the real services, for developing and trying out.
Nothing here leaves this machine, and none of it runs in production.</p>
</header>
${standIns.map((standIn) => standInSection(origin, standIn))}`,
  );
}

function standInSection(origin: string, { name, purpose, addresses, controls }: StandIn): Html {
  return html`<section class="card">
<h2>${name}</h2>
<p>${purpose}</p>
<h3>Addresses</h3>
<dl>${addresses.map((address) => addressEntry(origin, address))}</dl>
<h3>Controls</h3>
<dl>${controls.map((control) => controlEntry(origin, control))}</dl>
</section>`;
}

function addressEntry(origin: string, { method, path, note, canBeOpened }: StandIn['addresses'][number]): Html {
  const address = html`<code>${origin}${path}</code>`;
  return html`<dt><span class="method">${method}</span>
${canBeOpened ? html`<a href="${path}">${address}</a>` : address}</dt>
<dd>${note}</dd>`;
}

function controlEntry(origin: string, { path, note, example }: StandIn['controls'][number]): Html {
  return html`<dt><span class="method">POST</span> <code>${origin}${path}</code></dt>
<dd>${note}
<pre>curl ${origin}${path} \\
  -H 'content-type: application/json' \\
  -d '${JSON.stringify(example)}'</pre>
<a class="quiet" href="${path}">Its present state</a></dd>`;
}
