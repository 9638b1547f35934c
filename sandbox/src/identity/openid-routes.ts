import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createFaultSwitch, type FaultSetting, faultProperties } from '../fault-switch.ts';
import { sendPage } from '../pages/page.ts';
import { requestError } from '../request-error.ts';
import { queryOf } from '../request-query.ts';
import type { SandboxContext } from '../stand-in.ts';
import { createAssertions } from './assertions.ts';
import { signInPage } from './identity-pages.ts';
import { OPENID_NAMESPACE, readSignInRequest } from './sign-in-request.ts';

const FAULTS = ['time-out', 'invalid', 'server-error', 'malformed', 'redirect', 'slow'] as const;

type Fault = (typeof FAULTS)[number];

const faultSettingSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['fault'],
  properties: faultProperties(FAULTS),
};

export function registerOpenId(server: FastifyInstance, context: SandboxContext): void {
  const assertions = createAssertions(context);
  const faults = createFaultSwitch<Fault>();
  const counts = { signIns: 0, checks: { asked: 0, valid: 0, invalid: 0, disturbed: 0 }, redirectsFollowed: 0 };

  server.get('/openid/login', (request, reply) => {
    const query = queryOf(request);
    const signIn = readSignInRequest(query);
    if (!signIn.account) return sendPage(reply, 200, signInPage(query, signIn));
    counts.signIns += 1;
    return reply.header('cache-control', 'no-store').redirect(assertions.issue(signIn.account, signIn.returnTo), 302);
  });

  server.post('/openid/login', async (request, reply) => {
    const fields = request.body;
    if (!(fields instanceof URLSearchParams) || fields.get('openid.mode') !== 'check_authentication') {
      throw requestError('A post here is a form with openid.mode=check_authentication.');
    }
    counts.checks.asked += 1;
    const { fault, delayMs } = faults.strike();
    if (fault !== 'none') counts.checks.disturbed += 1;
    switch (fault) {
      case 'time-out':
        // The connection stays open without a word until the other side gives up or the sandbox closes.
        return reply.hijack();
      case 'invalid':
        return answerCheck(reply, false);
      case 'server-error':
        return reply.code(503).type('text/html').send('<h1>Service Unavailable</h1>');
      case 'malformed':
        // Not an answer, though the words of one are in it: a relying party must read the form, not search the text.
        return reply.type('text/html').send('<!doctype html><title>Sorry!</title><p>Not now. ns: is_valid:true</p>');
      case 'redirect':
        return reply.redirect(`${context.origin()}/openid/elsewhere`, 302);
      case 'slow':
        await sleep(delayMs, undefined, { signal: context.closing }).catch(() => undefined);
    }
    const isValid = assertions.confirm(fields);
    counts.checks[isValid ? 'valid' : 'invalid'] += 1;
    return answerCheck(reply, isValid);
  });

  // The redirect fault leads here and confirms everything, so that a relying party which follows is found out.
  server.get('/openid/elsewhere', (_request, reply) => {
    counts.redirectsFollowed += 1;
    return answerCheck(reply, true);
  });

  const state = () => ({ ...faults.state(), ...counts });
  server.get('/control/identity', async () => state());
  server.post<{ Body: FaultSetting<Fault> }>(
    '/control/identity',
    { schema: { body: faultSettingSchema } },
    async (request) => {
      faults.set(request.body);
      return state();
    },
  );
}

function answerCheck(reply: FastifyReply, isValid: boolean): FastifyReply {
  return reply.type('text/plain; charset=utf-8').send(`ns:${OPENID_NAMESPACE}\nis_valid:${isValid}\n`);
}
