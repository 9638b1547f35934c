import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import type { Clock } from '../../../../platform/clock.ts';
import { createMemoryStore, type HotStore } from '../../../../platform/hot-store/hot-store.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import {
  createOutsideClient,
  type OutsideClient,
  type Question,
  shaped,
} from '../../../../platform/outbound/outside-client.ts';
import { OutsideError } from '../../../../platform/outbound/outside-error.ts';
import type { TlsIdentity } from '../../../../platform/outbound/tls-identity.ts';
import type { Seal } from '../../../../platform/secrets/sealing.ts';
import { type AccessTokens, createAccessTokens } from './access-tokens.ts';
import { type BankName, bankProfiles } from './banks.ts';
import { brCodeOf, readBrCode } from './br-code.rules.ts';
import type { Pix, PixCharge, PixPayment, PixSend } from './pix.records.ts';
import { centsOfPixAmount, PixEntry, paymentOf, pixAmount, wordsOfProvider } from './read-pix.ts';

interface PixOptions {
  /** It ends before /oauth and /v2. */
  url: string;
  clientId: string;
  clientSecret: string;
  /** The receiver's. */
  key: string;
  clock: Clock;
  logger: Logger;
  timeoutMs?: number;
  bank?: BankName;
  /** Null: that of the bank. */
  tokenUrl?: string | null;
  appKey?: string | null;
  identity?: TlsIdentity | null;
  /** It is shared, and `seal` hides tokens from its readers. */
  hotStore?: HotStore;
  seal?: Seal | null;
}

const TIMEOUT_MS = 10_000;
const MAX_REPLY_BYTES = 256 * 1024;
const MERCHANT = { merchantName: 'LISURA', merchantCity: 'SAO PAULO' };
const EXISTS = 409;
const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

const ChargeReply = Type.Object({
  txid: Type.String(),
  status: Type.String(),
  valor: Type.Object({ original: Type.String() }),
  pixCopiaECola: Type.Optional(Type.String({ maxLength: 1_024 })),
  location: Type.Optional(Type.String({ maxLength: 77 })),
  pix: Type.Optional(Type.Array(PixEntry)),
});

const SendReply = Type.Object({
  idEnvio: Type.String(),
  status: Type.String(),
  valor: Type.String(),
});

const PaymentId = Type.Optional(Type.Union([Type.String({ pattern: '^[A-Za-z0-9]{1,64}$' }), Type.Null()]));
/** Banks know a payment by this id. Some providers give it before the payment is done. */
const DoneReply = Type.Object({ e2eId: PaymentId, endToEndId: PaymentId });

/** This is the Central Bank's Pix API 2. It leaves sending to the providers, so that part is Efí's. */
export function createPix(options: PixOptions): Pix {
  const { url, key, logger, timeoutMs = TIMEOUT_MS, bank = 'other', identity = null } = options;
  const profile = bankProfiles[bank];
  const client = createOutsideClient({
    name: 'pix',
    baseUrl: url,
    timeoutMs,
    maxReplyBytes: MAX_REPLY_BYTES,
    ...(identity === null ? {} : { secureContext: async () => (await identity.current()).context }),
    logger,
  });
  const ask = askWithToken(client, options);

  const findCharge: Pix['findCharge'] = (txid) =>
    nullWhere(isNoCharge, ask({ path: `/v2/cob/${txid}`, read: (reply) => chargeOf(reply, txid) }));

  return {
    findCharge,
    findPayment: (endToEndId) =>
      nullWhere(isNoneOf, ask({ path: `/v2/pix/${endToEndId}`, read: (reply) => onePaymentOf(reply, endToEndId) })),
    listPayments: async (from, to) => {
      const payments: PixPayment[] = [];
      for (let page = 0; ; page += 1) {
        const query = { inicio: from.toISOString(), fim: to.toISOString(), 'paginacao.paginaAtual': String(page) };
        const { pix, parametros } = await ask({ path: '/v2/pix', query, read: readStatement });
        payments.push(...pix.flatMap((said) => paymentIn(said) ?? []));
        if (pix.length === 0 || page + 1 >= parametros.paginacao.quantidadeDePaginas) return payments;
      }
    },
    makeCharge: async ({ txid, amountCents, expiresInSeconds, debtor = null }) => {
      const body = {
        calendario: { expiracao: expiresInSeconds },
        valor: { original: pixAmount(amountCents) },
        chave: key,
        ...(debtor === null ? {} : { devedor: { cpf: debtor.cpf, nome: debtor.name } }),
      };
      const read = (reply: unknown) => {
        const charge = chargeOf(reply, txid);
        return charge?.amountCents === amountCents ? charge : null;
      };
      try {
        // A repeated txid is refused, or answered with the first charge.
        return await ask({ method: 'PUT', path: `/v2/cob/${txid}`, body, read });
      } catch (error) {
        if (!(error instanceof OutsideError) || error.status !== EXISTS) throw error;
        return ask({ path: `/v2/cob/${txid}`, read });
      }
    },
    removeCharge: async (txid) => {
      const read = (reply: unknown) => (readCharge(reply)?.status === REMOVED ? true : null);
      try {
        await ask({ method: 'PATCH', path: `/v2/cob/${txid}`, body: { status: REMOVED }, read });
      } catch (error) {
        // A paid charge cannot be removed, so its status decides.
        if (!(error instanceof OutsideError) || error.fault !== 'REFUSED') throw error;
        const isOpen = (reply: unknown) => readCharge(reply)?.status === 'ATIVA';
        const found = await nullWhere(isNoCharge, ask({ path: `/v2/cob/${txid}`, read: (reply) => [isOpen(reply)] }));
        if (found?.[0] === true) throw error;
      }
    },
    registerWebhook: async (webhookUrl) => {
      const path = `/v2/webhook/${encodeURIComponent(key)}`;
      const read = (reply: unknown) => readWebhook(reply)?.webhookUrl ?? null;
      if ((await nullWhere(isNoneOf, ask({ path, read }))) === webhookUrl) return;
      const headers = { 'x-skip-mtls-checking': String(new URL(webhookUrl).searchParams.has('hmac')) };
      await ask({ method: 'PUT', path, headers, body: { webhookUrl }, read: () => [] });
    },
    canSend: profile.sendPath !== null,
    send: ({ sendId, amountCents, toKey }) =>
      ask({
        method: 'PUT',
        path: `${profile.sendPath}/${sendId}`,
        body: { valor: pixAmount(amountCents), pagador: { chave: key }, favorecido: { chave: toKey } },
        read: (reply) => sendOf(reply, sendId),
      }),
    findSend: (sendId) =>
      nullWhere(
        isNoSend,
        ask({ path: `/v2/gn/pix/enviados/id-envio/${sendId}`, read: (reply) => sendOf(reply, sendId) }),
      ),
  };
}

/** The question is repeated once with a new token, which is safe because an id binds it. */
function askWithToken(client: OutsideClient, options: PixOptions) {
  const { clock, appKey = null, hotStore = createMemoryStore({ clock }), seal = null, identity = null } = options;
  const bank = bankProfiles[options.bank ?? 'other'];
  const account = { clientId: options.clientId, clientSecret: options.clientSecret, appKey };
  const tokenUrl = options.tokenUrl ?? bank.tokenUrl;
  const { url } = options;
  const tokens = createAccessTokens({ ...account, client, bank, url, tokenUrl, clock, hotStore, seal, identity });
  const askOnce = async <Result>(question: Question<Result>, token: string): Promise<Result> =>
    client.ask({
      ...question,
      query: { ...question.query, ...bank.query(account) },
      headers: { ...question.headers, ...bank.headers(account, randomUUID), authorization: `Bearer ${token}` },
    });
  return async <Result>(question: Question<Result>): Promise<Result> => {
    const token = await tokenOrNothing(tokens);
    try {
      return await askOnce(question, token);
    } catch (error) {
      if (!(error instanceof OutsideError) || error.status !== 401) throw error;
      await tokens.drop(token);
      return await askAgain(question, error);
    }
  };

  /** If the second question was not sent, the first refusal is all that is known. */
  async function askAgain<Result>(question: Question<Result>, refusal: OutsideError): Promise<Result> {
    try {
      return await askOnce(question, await tokenOrNothing(tokens));
    } catch (error) {
      throw error instanceof OutsideError && error.fault === 'NOT_SENT' ? refusal : error;
    }
  }
}

async function tokenOrNothing(tokens: AccessTokens): Promise<string> {
  try {
    return await tokens.get();
  } catch (cause) {
    throw new OutsideError('NOT_SENT', 'pix: there is no token to ask with', { cause });
  }
}

/** Only the provider's own words give null, because a wrong address or a proxy answers 404, too. */
async function nullWhere<Result>(
  isNone: (error: OutsideError) => boolean,
  asked: Promise<Result>,
): Promise<Result | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof OutsideError && isNone(error)) return null;
    throw error;
  }
}

const readProblem = shaped(Type.Object({ type: Type.Optional(Type.String()), nome: Type.Optional(Type.String()) }));
const isNoSend = ({ status, body }: OutsideError) =>
  status === 404 && /NaoEncontrad[ao]$/.test(readProblem(body)?.type ?? '');

/** Some providers answer 400; the charge is only asked for again. */
function isNoCharge({ status, body }: OutsideError): boolean {
  const { type = '', nome = '' } = readProblem(body) ?? {};
  return (status === 404 || status === 400) && (/NaoEncontrad[ao]$/.test(type) || nome === 'cobranca_nao_encontrada');
}

const readWebhook = shaped(Type.Object({ webhookUrl: Type.String() }));
const isNoneOf = ({ status, body }: OutsideError) =>
  (status === 404 || status === 400) && /NaoEncontrad[ao]$/.test(readProblem(body)?.type ?? '');

function onePaymentOf(reply: unknown, endToEndId: string): PixPayment | null {
  const payment = paymentIn(reply);
  return payment?.endToEndId === endToEndId ? payment : null;
}

/** An unreadable payment must not keep others from being credited. */
function paymentIn(said: unknown): PixPayment | null {
  const entry = readEntry(said);
  return entry && paymentOf(entry);
}

const readStatement = shaped(
  Type.Object({
    parametros: Type.Object({ paginacao: Type.Object({ quantidadeDePaginas: Type.Integer({ minimum: 0 }) }) }),
    pix: Type.Array(Type.Unknown(), { maxItems: 1_000 }),
  }),
);
const readEntry = shaped(PixEntry);
const readCharge = shaped(ChargeReply);

/** Returns null for another charge or amount, and for an unreadable code. */
function chargeOf(reply: unknown, txid: string): PixCharge | null {
  const charge = readCharge(reply);
  if (charge === null || charge.txid !== txid) return null;
  const amountCents = centsOfPixAmount(charge.valor.original);
  const code = codeOf(charge);
  const payments = (charge.pix ?? []).map(paymentOf);
  if (amountCents === null || code === null || payments.includes(null)) return null;
  return {
    txid,
    amountCents,
    code,
    payments: payments.flatMap((payment) => (payment === null ? [] : [{ ...payment, txid: payment.txid ?? txid }])),
  };
}

/** Before 2.2 the Pix API gives a location instead of a code. */
function codeOf({ pixCopiaECola, location, valor }: NonNullable<ReturnType<typeof readCharge>>): string | null {
  if (pixCopiaECola === undefined) {
    return location === undefined ? null : brCodeOf({ location, amount: valor.original, ...MERCHANT });
  }
  const said = readBrCode(pixCopiaECola);
  return said === null || (said.amount !== null && said.amount !== valor.original) ? null : pixCopiaECola;
}

const readSend = shaped(SendReply);
const readDone = shaped(DoneReply);
const SEND_STATUSES: Readonly<Record<string, PixSend['status']>> = {
  EM_PROCESSAMENTO: 'PROCESSING',
  REALIZADO: 'DONE',
  NAO_REALIZADO: 'FAILED',
};

function sendOf(reply: unknown, sendId: string): PixSend | null {
  const send = readSend(reply);
  if (send === null || send.idEnvio !== sendId) return null;
  const status = SEND_STATUSES[send.status];
  const amountCents = centsOfPixAmount(send.valor);
  if (status === undefined || amountCents === null) return null;
  if (status !== 'DONE') return { sendId, status, endToEndId: null, amountCents, reason: wordsOfProvider(send) };
  const done = readDone(send);
  const endToEndId = done?.endToEndId ?? done?.e2eId ?? null;
  // Money has left without a known payment id: an administrator must look.
  return endToEndId === null ? null : { sendId, status, endToEndId, amountCents, reason: null };
}
