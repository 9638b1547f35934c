import { type Html, html } from '../pages/html.ts';
import { page } from '../pages/page.ts';
import { type Account, listedAccounts, PLATFORM_ID_PATTERN, tradeUrlOf } from './accounts.ts';
import type { SignInRequest } from './sign-in-request.ts';

/** The accounts are links, so one touch signs in; each repeats the request and adds who it is. */
export function signInPage(query: URLSearchParams, { returnTo, realm }: SignInRequest): Html {
  const site = new URL(returnTo).host;
  return page(
    `Sign in to ${site}`,
    html`<header>
<p class="eyebrow">Sandbox identity</p>
<h1>Sign in to ${site}</h1>
<p class="lead">Choose who you are. No password is asked, and <code>${realm}</code> learns only the account.</p>
</header>
<ul class="accounts">${listedAccounts.map((account) => accountItem(query, account))}</ul>
<section class="card">
<form method="get" action="/openid/login">
${[...query].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label for="account">Or any other account: 17 digits that begin with 7656119</label>
<input id="account" name="account" required pattern="${PLATFORM_ID_PATTERN}" inputmode="numeric" maxlength="17"
 autocomplete="off" placeholder="76561198123456789" title="17 digits that begin with 7656119">
<button type="submit">Sign in</button>
</form>
</section>`,
  );
}

function accountItem(query: URLSearchParams, { platformId, name, role }: Account): Html {
  const address = `/openid/login?${new URLSearchParams([...query, ['account', platformId]])}`;
  return html`<li><a class="account" href="${address}">
<img src="/identity/avatars/${platformId}.svg" alt="" width="52" height="52">
<span><strong>${name}${role === 'administrator' ? html` <span class="badge">administrator</span>` : undefined}</strong>
<small>${platformId}</small></span>
</a></li>`;
}

export function profilePage(account: Account): Html {
  const { platformId, name, role } = account;
  const tradeUrl = tradeUrlOf(account);
  return page(
    name,
    html`<section class="card portrait">
<img src="/identity/avatars/${platformId}.svg" alt="" width="96" height="96">
<div><p class="eyebrow">${role}</p><h1>${name}</h1><p class="quiet">${platformId}</p></div>
</section>
${tradeUrl === undefined ? undefined : html`<section class="card"><h2>Trade URL</h2><pre>${tradeUrl}</pre></section>`}`,
  );
}
