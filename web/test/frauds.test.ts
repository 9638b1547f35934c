import assert from 'node:assert/strict';
import { leavesOf, seedHash, sha256Hex } from '@lisura/fairness';
import type { Page, Route } from 'playwright-core';
import { type FraudOnPage, PAGE_NOTICES } from '../../api/test/campaigns/dishonest/page-notices.ts';
import { leavesNamed, newLogKey } from '../../fairness/test/fake-log.ts';
import {
  type Answers,
  at,
  BATTLE,
  BOTS,
  battleAnswers,
  FIRST_OPENING,
  type Json,
  LOG_OF_OPENING,
  logOf,
  OPENING,
  openingAnswers,
  openingOf,
  RAFFLE,
  raffleAnswers,
  SEEN_BOTS,
  TICKETS,
  versionWith,
  WITH_OTHER_SEED,
} from './forged-answers.ts';
import { test } from './journey.ts';

interface Seen {
  /** The heading. */
  verdict: string;
  /** Steps that differ, notes, and what the page says of the log where it was asked. */
  words: string;
}

const VERDICTS = { VALID: 'Confere', 'NOT VALID': 'Não confere', 'NOT CHECKED': 'Nada está errado, mas' };
const ASK_LOG = 'Conferir no registro público';

const HONEST: readonly Answers[] = [
  openingAnswers(OPENING),
  openingAnswers(OPENING, { kept: { 'lisura:log-head': LOG_OF_OPENING.headOf(2, at(0)) } }),
  battleAnswers(BATTLE),
  battleAnswers(BOTS, { kept: { 'lisura:battle:41': SEEN_BOTS } }),
  raffleAnswers(RAFFLE, TICKETS),
];

type Forged = Record<FraudOnPage, { answers: Answers; words: RegExp; isInLog?: true }>;

const [first, ...rest] = BATTLE.versions;
const dearer = { ...first, items: first.items.map((item: Json) => ({ ...item, valueCents: '90071' })) };
const [prize, ...prizes] = RAFFLE.prizes;
const otherTie = { serverSeed: '4d'.repeat(32), serverSeedHash: seedHash('4d'.repeat(32)) };
const longer = `${TICKETS}7:999\n`;
/** Sales ended five rounds before that time. */
const truth = { ...RAFFLE, closedAt: at(-60), closesAt: at(-60), beacon: { ...RAFFLE.beacon, round: 995 } };
const otherPast = logOf([...leavesOf('CASES', OPENING), ...logLeaves('theirs')]);
const keptHead = { 'lisura:log-head': LOG_OF_OPENING.headOf(3, at(60)) };
const anotherVersion = (version: Json) => openingAnswers(openingOf({}, version), { version });
const inLog = (answers: Answers, words: RegExp) => ({ answers, words, isInLog: true as const });

const FORGED: Forged = {
  'Ignored client seed': { answers: openingAnswers(openingOf({ clientSeed: 'da casa' })), words: /Sua semente/ },
  'Swapped hash': { answers: openingAnswers(WITH_OTHER_SEED), words: /Compromisso/ },
  'Replayed result': { answers: openingAnswers(FIRST_OPENING), words: /Compromisso.*Sua semente/ },
  'Nonce used twice': {
    answers: openingAnswers(openingOf({ serverSeed: FIRST_OPENING.serverSeed, nonce: FIRST_OPENING.nonce })),
    words: /^Compromisso /,
  },
  'Invented roll': { answers: openingAnswers({ ...OPENING, roll: OPENING.roll - 1 }), words: /Rolagem/ },
  'Cheaper item': {
    answers: openingAnswers({ ...OPENING, item: { id: OPENING.item.id === '41' ? '42' : '41' } }),
    words: /Item/,
  },
  'Silent change of a pay table': inLog(anotherVersion(versionWith(9_000_000)), /Não confere com o registro público/),
  'Range shifted by one': inLog(anotherVersion(versionWith(5_000_001)), /Não confere com o registro público/),
  'Flip threshold moved': inLog(anotherVersion(versionWith(5_000_000)), /Não confere com o registro público/),
  'Past rewritten': inLog(
    openingAnswers(WITH_OTHER_SEED, { had: { committedHash: null, sentSeed: null } }),
    /Não confere com o registro público/,
  ),
  'Past rewritten with its log': inLog(
    openingAnswers(OPENING, { log: otherPast, kept: keptHead }),
    /o registro não continua a assinatura de .* com 3 folhas/,
  ),
  'Log that goes back': inLog(
    openingAnswers(OPENING, { log: logOf(leavesOf('CASES', OPENING)), kept: keptHead }),
    /o registro não continua a assinatura de .* com 3 folhas/,
  ),
  'Other signing key': inLog(
    openingAnswers(OPENING, { log: logOf(leavesOf('CASES', OPENING), -1, newLogKey()), kept: keptHead }),
    /assinado com outra chave/,
  ),
  'Leaf left out': inLog(openingAnswers(OPENING, { log: logOf(logLeaves('others')) }), /Ainda não entrou no registro/),
  'Chosen seeds of bots': {
    answers: battleAnswers(BOTS, {
      kept: {
        'lisura:battle:41': {
          ...SEEN_BOTS,
          botSeats: BOTS.botSeats.map((bot: Json) => ({
            ...bot,
            serverSeedHashes: ['5e', '6f'].map((x) => x.repeat(32)),
          })),
        },
      },
    }),
    words: /Bots/,
  },
  'Changed item values': {
    answers: battleAnswers({ ...BATTLE, versions: [dearer, ...rest] }),
    words: /Folha do registro/,
  },
  'Different hashes to different people': {
    answers: battleAnswers({ ...BATTLE, tieBreak: { ...BATTLE.tieBreak, ...otherTie } }),
    words: /^Folha do registro /,
  },
  'Other winner of a battle': {
    answers: battleAnswers({ ...BATTLE, result: { ...BATTLE.result, winningTeam: 2 } }),
    words: /Time vencedor/,
  },
  'Changed list of tickets': {
    answers: raffleAnswers(RAFFLE, TICKETS.replace('3:7', '3:999')),
    words: /Hash da lista/,
  },
  'Ticket sold after the close': {
    answers: raffleAnswers({ ...RAFFLE, ticketsSold: 7, ticketListHash: sha256Hex(longer) }, longer),
    words: /Folha do registro/,
  },
  'Early close': { answers: raffleAnswers({ ...RAFFLE, closesAt: at(0) }, TICKETS), words: /Fim das vendas/ },
  'Other winner of a raffle': {
    answers: raffleAnswers({ ...RAFFLE, prizes: [{ ...prize, winner: { id: '999' } }, ...prizes] }, TICKETS),
    words: /Vencedor/,
  },
  'Forged beacon': {
    answers: battleAnswers({
      ...BATTLE,
      beacon: { ...BATTLE.beacon, signature: BATTLE.beacon.signature.replace(/^b4/, 'b5') },
    }),
    words: /Assinatura/,
  },
  'Own chain': {
    answers: battleAnswers({
      ...BATTLE,
      beacon: { ...BATTLE.beacon, chain: { ...BATTLE.beacon.chain, hash: '7a'.repeat(32) } },
    }),
    words: /O farol não é o público em que confiamos/,
  },
  'Chosen round': { answers: battleAnswers({ ...BATTLE, startedAt: at(-46) }), words: /Rodada das regras/ },
  'Delayed draw': {
    answers: raffleAnswers(RAFFLE, TICKETS, logOf(leavesOf('RAFFLES', truth))),
    words: /^Folha do registro /,
  },
  'Seats that come into the log late': {
    answers: battleAnswers(BATTLE, { log: logOf(leavesOf('BATTLES', BATTLE), 1) }),
    words: /não tem assinatura anterior à rodada/,
  },
};

function logLeaves(name: string) {
  return leavesNamed(name, 2).map((text, index) => ({ kind: 'LEDGER' as never, id: String(index), text }));
}

test('the verifier notices what a dishonest house answers, and accuses no honest one', async ({ visit }) => {
  const { page, faults, open, go, axe } = await visit();
  await open('/verificar');
  let answers: Answers = openingAnswers(OPENING);
  await page.route('**/api/**', (route) => answer(route, answers));
  const look = async (shown: Answers, isInLog: boolean): Promise<Seen> => {
    answers = shown;
    await page.evaluate(`{
      localStorage.clear();
      sessionStorage.clear();
      for (const [name, kept] of Object.entries(${JSON.stringify(shown.kept ?? {})}))
        for (const storage of [localStorage, sessionStorage]) storage.setItem(name, JSON.stringify(kept));
    }`);
    await go(`/verificar#${shown.link.hash}`);
    return seen(page, isInLog);
  };

  for (const honest of HONEST) {
    const isInLog = honest.link.hash.includes('game=opening');
    const { verdict, words } = await look(honest, isInLog);
    assert.equal(verdict, VERDICTS.VALID, `${honest.link.hash}: ${words}`);
    if (isInLog) assert.match(words, /Está no registro como você vê/);
  }
  for (const [name, { answers: forged, words, isInLog = false }] of Object.entries(FORGED)) {
    const { verdict, words: said } = await look(forged, isInLog);
    const expected = isInLog ? 'VALID' : PAGE_NOTICES[name as FraudOnPage];
    assert.ok(verdict.startsWith(VERDICTS[expected]), `${name}: ${verdict}, ${said}`);
    assert.match(said, words, name);
  }
  assert.deepEqual(await axe(), []);
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('status of 404')),
    [],
  );
});

function answer(route: Route, answers: Answers): Promise<void> {
  const { pathname, search } = new URL(route.request().url());
  const found = answers.public[pathname];
  if (found !== undefined) return route.fulfill(typeof found === 'string' ? { body: found } : { json: found });
  if (pathname === '/api/log/key') return route.fulfill({ json: { publicKey: publicKeyOf(answers) } });
  if (pathname.startsWith('/api/log/')) return route.fulfill(answers.log.answer(pathname + search));
  return route.fallback();
}

const publicKeyOf = ({ log }: Answers) => log.headOf(1, at(0)).publicKey;

async function seen(page: Page, isInLog: boolean): Promise<Seen> {
  const heading = page.getByRole('heading', { name: /^(Confere|Não confere|Nada está errado, .*)$/ });
  await heading.waitFor();
  const found = await page.locator('main li[data-ok=false] strong').allTextContents();
  const notes = await page.locator('main ul li').allTextContents();
  if (isInLog) await page.getByRole('button', { name: ASK_LOG }).click();
  const state = page.locator('p[data-state]');
  if (isInLog) await state.waitFor();
  const ofLog = isInLog ? await state.allTextContents() : [];
  return { verdict: (await heading.textContent()) ?? '', words: [...found, '', ...ofLog, ...notes].join(' ') };
}
