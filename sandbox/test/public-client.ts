import { once } from 'node:events';
import { createRequire } from 'node:module';
import { PARTNER, REDLINE, TOKEN } from './market.ts';

/**
 * The marketplace's own public client talks to its stand-in and reports as a last line of JSON. It is a process of its
 * own, because that client leaves timers behind that would keep a test waiting for a minute.
 */
const [, , marketUrl = '', feedUrl = '', key = ''] = process.argv;

/** The address of the feed is written into the client, so the library under it is made to call another one. */
function leadFeedTo(address: string): void {
  const require = createRequire(createRequire(import.meta.url).resolve('waxpeer'));
  const path = require.resolve('socket.io-client');
  const connect = require(path);
  const cached = require.cache[path];
  const lead = (_address: string, options: object) => connect(address, options);
  if (cached) cached.exports = { __esModule: true, default: lead };
}

leadFeedTo(feedUrl);
const { Waxpeer, WebsiteWebsocket } = await import('waxpeer');

const feed = new WebsiteWebsocket(key);
const heard = once(feed, 'steamTrade');
const client = new Waxpeer(key, marketUrl);
const stranger = new Waxpeer('wrong', marketUrl);

// The first news can only be heard once the feed is connected.
while (!feed.socketOpen) await new Promise(setImmediate);
const prices = await client.getPrices('csgo', undefined, undefined, REDLINE, 0);
const found = await client.searchItems([REDLINE]);
const bought = await client.buyItemWithName(REDLINE, 10_000_000, TOKEN, PARTNER, 'wd_7_1');
const again = await client.buyItemWithName(REDLINE, 10_000_000, TOKEN, PARTNER, 'wd_7_1');
const boughtById = await client.buyItemWithId(found.items?.[1]?.item_id ?? '', 10_000_000, TOKEN, PARTNER, 'wd_7_2');
const conversation = {
  prices,
  found,
  bought,
  again,
  boughtById,
  byId: await client.tradeRequestStatus(bought.id ?? 0),
  byProject: await client.customTradeRequest(['wd_7_1', 'wd_7_2']),
  tradeLink: await client.validateTradeLink(
    `https://steamcommunity.com/tradeoffer/new/?partner=${PARTNER}&token=${TOKEN}`,
  ),
  profile: await client.getProfile(),
  history: await client.getHistory(PARTNER),
  ownHistory: await client.myHistory(0, '2020-01-01', '2100-01-01'),
  stranger: await stranger.getProfile().catch((error) => [error.response.status, error.response.data]),
  heard: await heard,
};
process.stdout.write(`\n${JSON.stringify(conversation)}\n`, () => process.exit());
