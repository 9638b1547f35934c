import type { BodyOf } from '../../data/api.ts';
import type { Format } from '../../shared/format/index.ts';
import type { proposalTexts } from './texts.ts';

/** The API compares `content`, so the second administrator has to ask for the same. */
export interface Proposed {
  entityType: string;
  action: string;
  content: string;
}

type AnnouncedRaffle = Required<Omit<BodyOf<'POST /admin/raffles'>, 'reason'>>;

export const announcedRaffle = (content: string): AnnouncedRaffle => JSON.parse(content);

type Texts = (typeof proposalTexts)['en'];
type Numbers = Pick<Format, 'money' | 'dollars' | 'number' | 'dateTime'>;
type Act = keyof Texts['acts'];

const CONTENTS: Readonly<Record<Act, (content: string, texts: Texts, format: Numbers) => string>> = {
  'deposit confirm': depositWords,
  'money-withdrawal approve': sumWords,
  'money-withdrawal complete': (id, texts) => (id === '' ? texts.noEndToEnd : texts.endToEnd(id)),
  'money-withdrawal reject': sumWords,
  'skin-withdrawal approve': (id, texts) => texts.project(id),
  'site-swap decide': (resolution, { resolutions }) =>
    resolutions[resolution as keyof typeof resolutions] ?? resolution,
  'order end': orderWords,
  'user adjust': (cents, { adjusted }, { money }) =>
    cents.startsWith('-') ? adjusted.take(money(cents.slice(1))) : adjusted.add(money(cents)),
  'user set-status': (status, { statuses }) => statuses[status as keyof typeof statuses] ?? status,
  'user reset-second-factor': () => '',
  'item reprice': (cents, _texts, { dollars }) => dollars(cents),
  'item-sync confirm-prices': (content, { prices }, { number }) => prices(number(content.split(' ')[0] ?? '')),
  'event publish': budgetWords,
  'event raise-budget': raiseWords,
  'raffle-terms create': raffleWords,
  'raffle edit': raffleWords,
  'exchange-rate set': rateWords,
  'exchange-rate confirm': rateWords,
  // Its name and unit are known where settings are.
  'setting set': (value) => value,
};

const isAct = (name: string): name is Act => Object.hasOwn(CONTENTS, name);

/** An act that is new to this page keeps the API's names. */
export function wordsOf(
  { entityType, action, content }: Proposed,
  texts: Texts,
  format: Numbers,
): { act: string; content: string } {
  const name = `${entityType} ${action}`;
  if (!isAct(name)) return { act: name, content };
  return { act: texts.acts[name], content: CONTENTS[name](content, texts, format) };
}

function sumWords(cents: string, _texts: Texts, { money }: Numbers): string {
  return money(cents);
}

/** `50000 3f…` is the budget and a hash of the promises. */
function budgetWords(content: string, texts: Texts, { money }: Numbers): string {
  return texts.budget(money(content.split(' ')[0] ?? ''));
}

function raffleWords(content: string, texts: Texts, { money, number, dateTime }: Numbers): string {
  const { name, ticketPriceCents, maxTickets, prizes, closesAt } = announcedRaffle(content);
  const words = [name, texts.raffleTickets(number(maxTickets), money(ticketPriceCents))];
  const itemIds = prizes.map(({ itemId }) => itemId).join(', ');
  return [...words, texts.rafflePrizes(itemIds), ...(closesAt === null ? [] : [dateTime(closesAt)])].join(' · ');
}

/** `50000 70000`: the budget before and after. */
function raiseWords(content: string, texts: Texts, { money }: Numbers): string {
  return texts.budget(money(content.split(' ')[1] ?? ''));
}

/** `7500 E123…`: what is credited, and the payment where one has arrived. */
function depositWords(content: string, texts: Texts, { money }: Numbers): string {
  const [cents = '', endToEndId = ''] = content.split(' ');
  return [money(cents), ...(endToEndId === '' ? [] : [texts.endToEnd(endToEndId)])].join(' · ');
}

/** `NOT_BOUGHT`, or the reference and behind its last blank the price, which payments do not have. */
function orderWords(content: string, texts: Texts, { number }: Numbers): string {
  if (content === 'NOT_BOUGHT') return texts.notBought;
  const end = content.lastIndexOf(' ');
  const coins = content.slice(end + 1);
  const words = [texts.bought, texts.reference(content.slice(0, end))];
  return [...words, ...(coins === '' ? [] : [texts.coins(number(coins))])].join(' · ');
}

/** `7.5 24`: the rate as it has to be typed, and for how many hours the source is not asked; 0 or nothing where it is. */
function rateWords(content: string, texts: Texts, { number }: Numbers): string {
  const [rate = '', hours = '0'] = content.split(' ');
  return [texts.rate(rate), ...(hours === '0' ? [] : [texts.heldFor(number(hours))])].join(' · ');
}
