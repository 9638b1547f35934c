import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../stand-in.ts';
import { thumbprintOf } from './bank-connection.ts';
import { type Charge, REMOVED } from './charges.ts';
import type { PixBank } from './pix-bank.ts';
import { answerWith, type PixAnswer, type PixCall, type PixFaults, problem } from './pix-faults.ts';
import { chargesPage, onePayment, paymentsPage, returnPayment } from './pix-statement.ts';
import type { Send } from './sends.ts';
import type { Webhooks } from './webhooks.ts';

export interface PixApiDeps {
  clientId: string;
  clientSecret: string;
  bank: PixBank;
  faults: PixFaults;
  webhooks: Webhooks;
  context: SandboxContext;
  /** The bank then answers over mutual TLS alone. */
  asksForCertificates: boolean;
}

const TOKEN_SECONDS = 3_600;
const TXID = /^[A-Za-z0-9]{26,35}$/;
const ID_ENVIO = /^[A-Za-z0-9]{1,35}$/;
const AMOUNT = /^[0-9]{1,10}\.[0-9]{2}$/;

/** Answers a call with a token, unless a fault strikes it. */
type Guarded = (
  call: PixCall,
  request: FastifyRequest,
  reply: FastifyReply,
  act: () => PixAnswer,
) => Promise<FastifyReply>;

/** It has the Central Bank's Pix API, and sends Pix as Efí does, because the former has no way to send. */
export function registerPixApi(server: FastifyInstance, deps: PixApiDeps): void {
  const { bank, faults, webhooks, context } = deps;
  const tokens = createTokens(deps);

  function answer(call: PixCall, reply: FastifyReply, act: () => PixAnswer): Promise<FastifyReply> {
    return answerWith(faults.strike(call), { reply, context, act });
  }
  const guarded: Guarded = (call, request, reply, act) =>
    answer(call, reply, () =>
      tokens.isKnown(request) ? act() : problem(401, 'AcessoNegado', 'The token is not known.'),
    );

  server.post('/pix/oauth/token', (request, reply) => answer('token', reply, () => tokens.issue(request)));
  registerCharges(server, bank, guarded);
  registerPayments(server, bank, guarded);
  registerSends(server, bank, guarded);
  type ForKey = { Params: { chave: string } };
  server.put<ForKey>('/pix/v2/webhook/:chave', async (request, reply) => {
    const url = textIn(request.body, 'webhookUrl') ?? '';
    const skipsTls = request.headers['x-skip-mtls-checking'] === 'true';
    const isKnown = tokens.isKnown(request);
    const refusal = isKnown ? await webhooks.register(url, { skipsTls }) : null;
    return guarded('webhook', request, reply, () =>
      refusal === null ? { status: 200, body: { webhookUrl: url } } : problem(400, 'WebhookOperacaoInvalida', refusal),
    );
  });
  server.get<ForKey>('/pix/v2/webhook/:chave', (request, reply) =>
    guarded('webhook', request, reply, () => {
      const webhook = webhooks.registered();
      return webhook
        ? { status: 200, body: { ...webhook, chave: request.params.chave } }
        : problem(404, 'WebhookNaoEncontrado', 'No address is registered.');
    }),
  );
}

/** A token is bound to the certificate of the connection that asked for it (RFC 8705). */
function createTokens({ clientId, clientSecret, context, asksForCertificates }: PixApiDeps) {
  const issued = new Map<string, { untilMs: number; thumbprint: string | null }>();
  return {
    isKnown: (request: FastifyRequest): boolean => {
      const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
      const { untilMs, thumbprint } = issued.get(token) ?? { untilMs: 0, thumbprint: null };
      const isOwn = thumbprint === thumbprintOf(request.raw) && (thumbprint !== null || !asksForCertificates);
      return isOwn && untilMs > context.now().getTime();
    },
    issue: (request: FastifyRequest): PixAnswer => {
      const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
      if (request.headers.authorization !== expected) return { status: 401, body: { error: 'invalid_client' } };
      if (textIn(request.body, 'grant_type') !== 'client_credentials') {
        return { status: 400, body: { error: 'unsupported_grant_type' } };
      }
      const thumbprint = thumbprintOf(request.raw);
      if (thumbprint === null && asksForCertificates) return { status: 401, body: { error: 'invalid_client' } };
      const token = randomBytes(24).toString('base64url');
      issued.set(token, { untilMs: context.now().getTime() + TOKEN_SECONDS * 1000, thumbprint });
      const scope = 'cob.write cob.read pix.read pix.send webhook.write webhook.read';
      return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope } };
    },
  };
}

function registerCharges(server: FastifyInstance, bank: PixBank, guarded: Guarded): void {
  server.put<{ Params: { txid: string } }>('/pix/v2/cob/:txid', (request, reply) =>
    guarded('make-charge', request, reply, () => makeCharge(bank, request.params.txid, request.body)),
  );
  server.get<{ Params: { txid: string } }>('/pix/v2/cob/:txid', (request, reply) =>
    guarded('read-charge', request, reply, () => {
      const charge = bank.findCharge(request.params.txid);
      return charge
        ? { status: 200, body: chargeView(bank, charge) }
        : problem(404, 'NaoEncontrado', 'No such charge.');
    }),
  );
  server.patch<{ Params: { txid: string } }>('/pix/v2/cob/:txid', (request, reply) =>
    guarded('remove-charge', request, reply, () => removeCharge(bank, request.params.txid, request.body)),
  );
}

function registerPayments(server: FastifyInstance, bank: PixBank, guarded: Guarded): void {
  type Asked = { Params: { e2eid: string; id: string }; Querystring: Record<string, string> };
  server.get<Asked>('/pix/v2/cob', (request, reply) =>
    guarded('read-statement', request, reply, () =>
      chargesPage(bank, request.query, (charge) => chargeView(bank, charge)),
    ),
  );
  server.get<Asked>('/pix/v2/pix', (request, reply) =>
    guarded('read-statement', request, reply, () => paymentsPage(bank, request.query)),
  );
  server.get<Asked>('/pix/v2/pix/:e2eid', (request, reply) =>
    guarded('read-payment', request, reply, () => onePayment(bank, request.params.e2eid)),
  );
  server.put<Asked>('/pix/v2/pix/:e2eid/devolucao/:id', (request, reply) =>
    guarded('return-payment', request, reply, () =>
      returnPayment(bank, request.params.e2eid, request.params.id, textIn(request.body, 'valor') ?? ''),
    ),
  );
  server.get<Asked>('/pix/v2/pix/:e2eid/devolucao/:id', (request, reply) =>
    guarded('return-payment', request, reply, () => {
      const returns = bank.findPayment(request.params.e2eid)?.devolucoes ?? [];
      const found = returns.find(({ id }) => id === request.params.id);
      return found ? { status: 200, body: found } : problem(404, 'PixDevolucaoNaoEncontrada', 'No such return.');
    }),
  );
}

function registerSends(server: FastifyInstance, bank: PixBank, guarded: Guarded): void {
  for (const version of ['v2', 'v3']) {
    server.put<{ Params: { idEnvio: string } }>(`/pix/${version}/gn/pix/:idEnvio`, (request, reply) =>
      guarded('send', request, reply, () => sendPix(bank, request.params.idEnvio, request.body)),
    );
  }
  server.get<{ Params: { idEnvio: string } }>('/pix/v2/gn/pix/enviados/id-envio/:idEnvio', (request, reply) =>
    guarded('read-send', request, reply, () => {
      const send = bank.findSend(request.params.idEnvio);
      return send ? { status: 200, body: sendView(send) } : problem(404, 'NaoEncontrado', 'Nothing was sent under it.');
    }),
  );
}

/** A txid is used once: the same one again is refused, also with the same charge. */
function makeCharge(bank: PixBank, txid: string, body: unknown): PixAnswer {
  const amount = textIn(valueIn(body, 'valor'), 'original') ?? '';
  const key = textIn(body, 'chave');
  const expiresIn = Number(valueIn(valueIn(body, 'calendario'), 'expiracao') ?? 86_400);
  if (!TXID.test(txid)) return problem(400, 'CobOperacaoInvalida', 'txid: 26 to 35 letters and digits.');
  if (!AMOUNT.test(amount) || Number(amount) === 0) return problem(400, 'CobOperacaoInvalida', 'valor.original.');
  if (!key) return problem(400, 'CobOperacaoInvalida', 'chave.');
  if (!Number.isInteger(expiresIn) || expiresIn < 1)
    return problem(400, 'CobOperacaoInvalida', 'calendario.expiracao.');
  if (bank.findCharge(txid)) return problem(409, 'CobOperacaoInvalida', 'A charge with this txid exists.');
  const note = textIn(body, 'solicitacaoPagador') ?? null;
  return {
    status: 201,
    body: chargeView(
      bank,
      bank.addCharge({ txid, amount, key, expiresInSeconds: expiresIn, note, debtor: valueIn(body, 'devedor') }),
    ),
  };
}

/** The only change to a charge is its removal; a paid one stays as it is. */
function removeCharge(bank: PixBank, txid: string, body: unknown): PixAnswer {
  const charge = bank.findCharge(txid);
  if (!charge) return problem(404, 'NaoEncontrado', 'No such charge.');
  if (textIn(body, 'status') !== REMOVED) return problem(400, 'CobOperacaoInvalida', 'status.');
  if (bank.statusOf(charge) !== 'ATIVA') return problem(400, 'CobOperacaoInvalida', 'The charge is not active.');
  charge.isRemoved = true;
  return { status: 200, body: chargeView(bank, charge) };
}

function chargeView(bank: PixBank, charge: Charge): object {
  const location = bank.locationOf(charge).replace(/^https?:\/\//, '');
  return {
    calendario: { criacao: charge.createdAt.toISOString(), expiracao: charge.expiresInSeconds },
    txid: charge.txid,
    revisao: 0,
    loc: { id: 1, location, tipoCob: 'cob' },
    location,
    status: bank.statusOf(charge),
    valor: { original: charge.amount },
    chave: charge.key,
    pixCopiaECola: bank.codeOf(charge),
    ...(charge.debtor === undefined ? {} : { devedor: charge.debtor }),
    ...(charge.note === null ? {} : { solicitacaoPagador: charge.note }),
    ...(charge.payments.length === 0 ? {} : { pix: charge.payments }),
  };
}

/** The same again under the same id is the same sending; something else under it is refused. */
function sendPix(bank: PixBank, idEnvio: string, body: unknown): PixAnswer {
  const amount = textIn(body, 'valor') ?? '';
  const fromKey = textIn(valueIn(body, 'pagador'), 'chave');
  const toKey = textIn(valueIn(body, 'favorecido'), 'chave');
  if (!ID_ENVIO.test(idEnvio)) return problem(400, 'ValorInvalido', 'idEnvio: 1 to 35 letters and digits.');
  if (!AMOUNT.test(amount) || Number(amount) === 0) return problem(400, 'ValorInvalido', 'valor.');
  if (!fromKey || !toKey) return problem(400, 'ValorInvalido', 'pagador.chave and favorecido.chave.');
  const known = bank.findSend(idEnvio);
  if (known && (known.amount !== amount || known.toKey !== toKey)) {
    return problem(409, 'IdEnvioDuplicado', 'Something else was sent under this id.');
  }
  return { status: known ? 200 : 201, body: sendView(known ?? bank.addSend({ idEnvio, amount, fromKey, toKey })) };
}

function sendView(send: Send): object {
  return {
    idEnvio: send.idEnvio,
    // Some providers tell it at once, others when the money is gone.
    ...(send.status === 'REALIZADO' ? { e2eId: send.endToEndId, endToEndId: send.endToEndId } : { endToEndId: null }),
    valor: send.amount,
    chave: send.fromKey,
    status: send.status,
    ...(send.reason === null ? {} : { motivo: send.reason }),
    favorecido: { chave: send.toKey },
    horario: {
      solicitacao: send.requestedAt.toISOString(),
      ...(send.settledAt === null ? {} : { liquidacao: send.settledAt.toISOString() }),
    },
  };
}

function valueIn(body: unknown, name: string): unknown {
  if (body instanceof URLSearchParams) return body.get(name) ?? undefined;
  return typeof body === 'object' && body !== null ? Object.getOwnPropertyDescriptor(body, name)?.value : undefined;
}

function textIn(body: unknown, name: string): string | undefined {
  const value = valueIn(body, name);
  return typeof value === 'string' ? value : undefined;
}
