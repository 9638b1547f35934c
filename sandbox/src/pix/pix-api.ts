import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../stand-in.ts';
import { type Charge, REMOVED } from './charges.ts';
import type { PixBank } from './pix-bank.ts';
import { answerWith, type PixAnswer, type PixCall, type PixFaults, problem } from './pix-faults.ts';
import type { Send } from './sends.ts';
import type { Webhooks } from './webhooks.ts';

export interface PixApiDeps {
  clientId: string;
  clientSecret: string;
  bank: PixBank;
  faults: PixFaults;
  webhooks: Webhooks;
  context: SandboxContext;
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
  registerSends(server, bank, guarded);
  server.put<{ Params: { chave: string } }>('/pix/v2/webhook/:chave', async (request, reply) => {
    if (!tokens.isKnown(request))
      return answerWith(undefined, { reply, context, act: () => problem(401, 'AcessoNegado', '') });
    const url = textIn(request.body, 'webhookUrl') ?? '';
    if (!URL.canParse(url)) return reply.code(400).send(problem(400, 'WebhookOperacaoInvalida', 'No address.').body);
    await webhooks.set({ url });
    return reply.code(200).send({ webhookUrl: url });
  });
}

function createTokens({ clientId, clientSecret, context }: PixApiDeps) {
  const expiries = new Map<string, number>();
  return {
    isKnown: (request: FastifyRequest): boolean => {
      const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
      return (expiries.get(token) ?? 0) > context.now().getTime();
    },
    issue: (request: FastifyRequest): PixAnswer => {
      const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
      if (request.headers.authorization !== expected) return { status: 401, body: { error: 'invalid_client' } };
      if (textIn(request.body, 'grant_type') !== 'client_credentials') {
        return { status: 400, body: { error: 'unsupported_grant_type' } };
      }
      const token = randomBytes(24).toString('base64url');
      expiries.set(token, context.now().getTime() + TOKEN_SECONDS * 1000);
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

function registerSends(server: FastifyInstance, bank: PixBank, guarded: Guarded): void {
  server.put<{ Params: { idEnvio: string } }>('/pix/v2/gn/pix/:idEnvio', (request, reply) =>
    guarded('send', request, reply, () => sendPix(bank, request.params.idEnvio, request.body)),
  );
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
    body: chargeView(bank, bank.addCharge({ txid, amount, key, expiresInSeconds: expiresIn, note })),
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
