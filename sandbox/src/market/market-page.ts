import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../pages/html.ts';
import { page, sendPage } from '../pages/page.ts';
import { requestError } from '../request-error.ts';
import { applySetting, type MarketControlDeps } from './market-control.ts';
import { type Move, possibleSteps, type Trade } from './trade.ts';

const SHOWN_TRADES = 50;
const HOUR_SECONDS = 3600;
const WEEK_SECONDS = 7 * 24 * HOUR_SECONDS;

/** Each button of the page has a value; those of trades are moves. */
const ACTIONS: Record<string, Parameters<typeof applySetting>[1]> = {
  'sellers-automatic': { sellers: { mode: 'automatic' } },
  'sellers-manual': { sellers: { mode: 'manual' } },
  'hour-later': { clock: { advanceSeconds: HOUR_SECONDS } },
  'week-later': { clock: { advanceSeconds: WEEK_SECONDS } },
  'fill-wallet': { wallet: 10_000_000 },
  restock: { restock: true },
  'no-faults': { faults: [], feed: { faults: [], accepts: true, release: true } },
  'drop-feed': { feed: { disconnect: true } },
};

const BUTTONS: { step: Move['to']; by?: Move['by']; label: string }[] = [
  { step: 'notified', label: 'Tell the seller' },
  { step: 'preparing', label: 'Seller begins' },
  { step: 'confirming', label: 'Offer is made' },
  { step: 'sent', label: 'Offer is sent' },
  { step: 'accepted', label: 'Buyer accepts' },
  { step: 'completed', label: 'Complete' },
  { step: 'failed', label: 'Fail' },
  { step: 'reversed', by: 'seller', label: 'Seller reverses' },
  { step: 'reversed', by: 'buyer', label: 'Buyer reverses' },
];

const STATES: Record<Trade['step'], string> = {
  created: 'bought',
  notified: 'the seller knows',
  preparing: 'the seller makes an offer',
  confirming: 'the seller has to confirm',
  sent: 'the buyer has to accept',
  accepted: 'accepted',
  completed: 'completed',
  failed: 'failed',
  reversed: 'reversed',
};

export function registerMarketPage(server: FastifyInstance, deps: MarketControlDeps): void {
  server.get('/market', (_request, reply) => {
    deps.market.advance();
    return sendPage(reply, 200, marketPage(deps));
  });
  server.post('/market', (request, reply) => {
    if (!(request.body instanceof URLSearchParams)) throw requestError('A post here is a form.');
    applySetting(deps, settingOf(request.body));
    return reply.redirect('/market', 303);
  });
}

function settingOf(form: URLSearchParams): Parameters<typeof applySetting>[1] {
  const value = form.get('do') ?? '';
  const action = ACTIONS[value];
  if (action) return action;
  const [to, by] = value.split(' ');
  const button = BUTTONS.find((candidate) => candidate.step === to && candidate.by === by);
  if (!button) throw requestError('No button of the page does that.');
  const id = Number(form.get('id'));
  return { move: { id, to: button.step, ...(button.by && { by: button.by }) } };
}

function marketPage({ market, clock, feed }: MarketControlDeps): Html {
  const trades = market.trades().toReversed().slice(0, SHOWN_TRADES);
  const { connections, held } = feed.state();
  const isAutomatic = market.sellers().mode === 'automatic';
  return page(
    'Marketplace',
    html`<header>
<p class="eyebrow">Sandbox marketplace</p>
<h1>${dollars(market.wallet())} in the wallet</h1>
<p class="lead">It is ${timeOf(clock.now())}. Sellers ${isAutomatic ? 'act by themselves' : 'wait for your hand'}.
The feed has ${connections} connection${connections === 1 ? '' : 's'}${held > 0 ? ` and holds ${held} back` : ''}.</p>
</header>
<form method="post" action="/market" class="buttons">
${isAutomatic ? button('sellers-manual', 'Sellers by hand') : button('sellers-automatic', 'Sellers by themselves')}
${button('hour-later', 'An hour later')}${button('week-later', 'A week later')}
${button('fill-wallet', 'Fill the wallet')}${button('restock', 'Restock')}
${button('no-faults', 'End all faults')}${button('drop-feed', 'Drop the feed')}
</form>
${trades.length === 0 ? html`<p class="notice">Nothing was bought yet.</p>` : undefined}
${trades.map((trade) => tradeSection(trade, clock.now()))}
<p><a class="quiet" href="/market">Look again</a> · <a class="quiet" href="/">What the sandbox offers</a></p>`,
  );
}

function tradeSection(trade: Trade, now: Date): Html {
  const { item, seller } = trade.listing;
  const steps = possibleSteps(trade, now);
  const buttons = BUTTONS.filter(({ step }) => steps.includes(step));
  return html`<section class="card trade">
<img src="/item-database/images/${item.id}.svg" alt="" width="96" height="72">
<div><h2>${item.name}</h2>
<p><span class="badge">${trade.status}</span> ${STATES[trade.step]}${trade.reason === null ? undefined : `: ${trade.reason}`}</p>
<p class="quiet">${dollars(trade.price)} from ${seller.name} · purchase ${trade.id} · ${trade.projectId ?? 'no project id'}
· ${deadlineOf(trade)}</p></div>
<form method="post" action="/market" class="buttons"><input type="hidden" name="id" value="${trade.id}">
${buttons.map(({ step, by, label }) => button(by ? `${step} ${by}` : step, label))}</form>
</section>`;
}

function deadlineOf({ status, releaseDate, isReleased, sendUntil }: Trade): string {
  if (status === 6) return 'over';
  if (isReleased) return 'released';
  return releaseDate === null ? `until ${timeOf(sendUntil)}` : `can be reversed until ${timeOf(releaseDate)}`;
}

function button(value: string, label: string): Html {
  return html`<button name="do" value="${value}">${label}</button>`;
}

function dollars(coins: number): string {
  return `$${(coins / 1000).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 3 })}`;
}

function timeOf(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}
