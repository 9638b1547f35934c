import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../pages/html.ts';
import { page, sendPage } from '../pages/page.ts';
import { requestError } from '../request-error.ts';
import type { Charge } from './charges.ts';
import type { PixBank } from './pix-bank.ts';

const SHOWN_CHARGES = 50;

/** Where a person pays a charge, by its button or by the code that was copied, and gives it back. No script. */
export function registerPixPage(server: FastifyInstance, bank: PixBank): void {
  server.get('/pix', (_request, reply) => sendPage(reply, 200, pixPage(bank)));
  // The code of a charge leads here; a phone would open it.
  server.get<{ Params: { txid: string } }>('/pix/qr/v2/:txid', (request, reply) => {
    const charge = bank.findCharge(request.params.txid);
    if (!charge) throw Object.assign(new Error('There is no such charge.'), { statusCode: 404 });
    return sendPage(reply, 200, page('Pix', chargeSection(bank, charge)));
  });
  server.post('/pix', (request, reply) => {
    if (!(request.body instanceof URLSearchParams)) throw requestError('A post here is a form.');
    const givenBack = request.body.get('giveBack');
    if (givenBack !== null) {
      bank.giveBack(givenBack);
      return reply.redirect('/pix', 303);
    }
    const charge = bank.findPayable((request.body.get('code') ?? '').trim());
    if (!charge) throw requestError('No charge has this code.');
    bank.pay(charge.txid);
    return reply.redirect('/pix', 303);
  });
}

function pixPage(bank: PixBank): Html {
  const charges = bank.charges().toReversed().slice(0, SHOWN_CHARGES);
  return page(
    'Pix',
    html`<header>
<p class="eyebrow">Sandbox Pix provider</p>
<h1>Pay a charge</h1>
<p class="lead">Paste the code of a charge as you would in the app of your bank, or choose one below.</p>
</header>
<form method="post" action="/pix"><label for="code">Pix copia e cola</label>
<input id="code" name="code" autocomplete="off" required><button>Pay</button></form>
${charges.length === 0 ? html`<p class="notice">Nobody has asked for money yet.</p>` : undefined}
${charges.map((charge) => chargeSection(bank, charge))}
<p><a class="quiet" href="/pix">Look again</a> · <a class="quiet" href="/">What the sandbox offers</a></p>`,
  );
}

function chargeSection(bank: PixBank, charge: Charge): Html {
  return html`<section class="card">
<h2>R$ ${charge.amount.replace('.', ',')}</h2>
<p><span class="badge">${bank.statusOf(charge)}</span> ${STATES[stateOf(bank, charge)]}</p>
<p class="quiet">to ${charge.key} · ${charge.txid}${charge.note === null ? undefined : ` · ${charge.note}`}</p>
<p class="quiet"><code>${bank.codeOf(charge)}</code></p>
${buttonOf(bank, charge)}</section>`;
}

const STATES = {
  waiting: 'waits to be paid',
  expired: 'expired',
  removed: 'taken off by its receiver',
  paid: 'paid',
  returned: 'given back',
};

function stateOf(bank: PixBank, charge: Charge): keyof typeof STATES {
  if (charge.payments.some(({ devolucoes }) => devolucoes !== undefined)) return 'returned';
  if (charge.payments.length > 0) return 'paid';
  if (charge.isRemoved) return 'removed';
  return bank.isExpired(charge) ? 'expired' : 'waiting';
}

/** A charge can be paid, and then be given back as a payer's bank does. */
function buttonOf(bank: PixBank, charge: Charge): Html | undefined {
  const amount = `R$ ${charge.amount.replace('.', ',')}`;
  const form = (button: Html) => html`<form method="post" action="/pix" class="buttons">${button}</form>`;
  switch (stateOf(bank, charge)) {
    case 'waiting':
      return form(html`<button name="code" value="${charge.txid}">Pay ${amount}</button>`);
    case 'paid':
      return form(html`<button name="giveBack" value="${charge.txid}">Give ${amount} back</button>`);
    default:
      return undefined;
  }
}
