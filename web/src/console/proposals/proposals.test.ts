import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatOf } from '../../shared/format/format.ts';
import { placeOf } from './proposal-place.ts';
import { wordsOf } from './proposal-words.ts';

const texts: Parameters<typeof wordsOf>[1] = {
  acts: {
    'deposit confirm': 'Credit a deposit',
    'money-withdrawal approve': 'Approve a withdrawal',
    'money-withdrawal complete': 'Record a payment',
    'money-withdrawal reject': 'Give a withdrawal back',
    'skin-withdrawal approve': 'Approve an item',
    'site-swap decide': 'Decide on a swap',
    'order end': 'End an order',
    'user adjust': 'Adjust a balance',
    'user set-status': 'Change the access',
    'user reset-second-factor': 'Reset the factor',
    'item reprice': 'Reprice an item',
    'item-sync confirm-prices': 'Confirm prices',
    'exchange-rate set': 'Set the rate',
    'exchange-rate confirm': 'Confirm the rate',
    'setting set': 'Change a setting',
    'event publish': 'Publish an event',
    'event raise-budget': 'Raise a budget',
    'raffle-terms create': 'Make a raffle',
    'raffle edit': 'Change a raffle',
  },
  budget: (sum) => `budget of ${sum}`,
  raffleTickets: (count, price) => `${count} tickets for ${price}`,
  rafflePrizes: (ids) => `items ${ids}`,
  adjusted: { add: (sum) => `credit ${sum}`, take: (sum) => `debit ${sum}` },
  endToEnd: (id) => `E2E ${id}`,
  noEndToEnd: 'without an E2E id',
  project: (id) => `project ${id}`,
  resolutions: { TAKEN_BACK: 'take it', LEFT: 'leave it' },
  statuses: { ACTIVE: 'let in', SUSPENDED: 'suspend', BANNED: 'ban' },
  notBought: 'it was not done',
  bought: 'it was done',
  reference: (reference) => `reference ${reference}`,
  coins: (count) => `${count} coins`,
  prices: (count) => `${count} prices`,
  rate: (rate) => `a dollar is ${rate}`,
  heldFor: (hours) => `for ${hours} h`,
  setting: (name, value) => `${name}: ${value}`,
};
const spoken = (entityType: string, action: string, content: string) =>
  wordsOf({ entityType, action, content }, texts, formatOf('en'));
const contentOf = (...proposed: Parameters<typeof spoken>): string => spoken(...proposed).content;

test('what is asked for is said with every value that the second administrator has to repeat', () => {
  assert.equal(contentOf('user', 'adjust', '150000'), 'credit R$1,500.00');
  assert.equal(contentOf('user', 'adjust', '-150000'), 'debit R$1,500.00');
  assert.equal(contentOf('deposit', 'confirm', '750000 E123'), 'R$7,500.00 · E2E E123');
  assert.equal(contentOf('deposit', 'confirm', '750000 '), 'R$7,500.00');
  assert.equal(contentOf('money-withdrawal', 'approve', '150000'), 'R$1,500.00');
  assert.equal(contentOf('money-withdrawal', 'reject', '150000'), 'R$1,500.00');
  assert.equal(contentOf('money-withdrawal', 'complete', 'E123'), 'E2E E123');
  assert.equal(contentOf('money-withdrawal', 'complete', ''), 'without an E2E id');
  assert.equal(contentOf('skin-withdrawal', 'approve', 'wd_7'), 'project wd_7');
  assert.equal(contentOf('site-swap', 'decide', 'TAKEN_BACK'), 'take it');
  assert.equal(contentOf('site-swap', 'decide', 'LEFT'), 'leave it');
  assert.equal(contentOf('user', 'set-status', 'BANNED'), 'ban');
  assert.deepEqual(spoken('user', 'reset-second-factor', ''), { act: 'Reset the factor', content: '' });
  assert.equal(contentOf('item', 'reprice', '100000'), '$1,000.00');
  assert.equal(contentOf('item-sync', 'confirm-prices', '1200 abcdef'), '1,200 prices');
  assert.equal(contentOf('exchange-rate', 'set', '7.54321 0'), 'a dollar is 7.54321');
  assert.equal(contentOf('exchange-rate', 'set', '7.5 24'), 'a dollar is 7.5 · for 24 h');
  assert.equal(contentOf('exchange-rate', 'confirm', '7.5'), 'a dollar is 7.5');
  assert.equal(contentOf('event', 'publish', '150000 abc'), 'budget of R$1,500.00');
  assert.equal(contentOf('event', 'raise-budget', '150000 200000'), 'budget of R$2,000.00');
  const raffle = { name: 'R', ticketPriceCents: '100', maxTickets: 1_000, prizes: [{ itemId: '7' }], closesAt: null };
  assert.equal(contentOf('raffle-terms', 'create', JSON.stringify(raffle)), 'R · 1,000 tickets for R$1.00 · items 7');
});

test('the end of an order is said with its reference, which may have blanks, and with its price where it has one', () => {
  assert.equal(contentOf('order', 'end', 'NOT_BOUGHT'), 'it was not done');
  assert.equal(contentOf('order', 'end', 'NOT_BOUGHT '), 'it was done · reference NOT_BOUGHT');
  assert.equal(contentOf('order', 'end', 'E123 '), 'it was done · reference E123');
  assert.equal(contentOf('order', 'end', 'no. 42 12500'), 'it was done · reference no. 42 · 12,500 coins');
});

test('what is done is named, and what is new by the names of the API', () => {
  assert.equal(spoken('user', 'adjust', '1').act, 'Adjust a balance');
  assert.deepEqual(spoken('moon', 'buy', 'x y'), { act: 'moon buy', content: 'x y' });
});

test('a proposal leads to the drawer that decides on its record', () => {
  const place = (entityType: string, entityId: string, ownerId: string | null = '3') =>
    placeOf({ entityType, entityId, ownerId, action: 'adjust', content: '' });
  const placeOfUser = (action: string, content: string) =>
    placeOf({ entityType: 'user', entityId: '3', ownerId: '3', action, content })?.search.acao;
  assert.deepEqual(place('site-swap', '7'), {
    to: '/admin/trocas',
    search: { status: 'todos', userId: 3, aberto: 7 },
  });
  assert.deepEqual(place('money-withdrawal', '7')?.to, '/admin/saques');
  assert.deepEqual(place('skin-withdrawal', '7')?.to, '/admin/retiradas');
  assert.deepEqual(place('deposit', '7')?.to, '/admin/depositos');
  // Its other tab has those that are settled.
  assert.deepEqual(place('order', '7'), { to: '/admin/ordens', search: { aberto: 7 } });
  assert.deepEqual(place('user', '3'), {
    to: '/admin/usuarios/$id',
    params: { id: '3' },
    search: { acao: 'saldo' },
  });
  assert.equal(placeOfUser('set-status', 'BANNED'), 'banir');
  assert.equal(placeOfUser('set-status', 'SUSPENDED'), 'suspender');
  assert.equal(placeOfUser('set-status', 'ACTIVE'), 'reativar');
  assert.equal(placeOfUser('reset-second-factor', ''), 'fator');
  assert.deepEqual(place('setting', 'twoPersonCents', null), {
    to: '/admin/configuracoes',
    search: { aberto: 'twoPersonCents' },
  });
  assert.deepEqual(place('item', '7', null), { to: '/admin/itens', search: { item: '7' } });
  assert.deepEqual(place('item-sync', '7', null), { to: '/admin/itens', search: { aba: 'retidos' } });
  assert.deepEqual(place('exchange-rate', 'USD-BRL', null), { to: '/admin/itens', search: { aba: 'cotacao' } });
  assert.deepEqual(place('raffle', '7', null), { to: '/admin/rifas', search: { aberta: 7 } });
  assert.deepEqual(place('raffle-terms', 'ab12', null), { to: '/admin/rifas', search: { proposta: 'ab12' } });
  assert.equal(place('moon', '7'), null);
});
