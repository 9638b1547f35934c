import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import { Type } from 'typebox';

export type Routes = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export interface HttpPart {
  readonly tag: {
    readonly name: string;
    readonly description: string;
    readonly forAdministrators?: string;
  };
  readonly public?: (routes: Routes) => void;
  readonly player?: (routes: Routes) => void;
  readonly admin?: (routes: Routes) => void;
  /** The handler checks the provider's signature. */
  readonly provider?: (routes: Routes) => void;
}

const RedirectView = Type.Object(
  { redirectTo: Type.String({ description: 'The address to open next' }) },
  {
    title: 'Redirect',
    examples: [{ redirectTo: 'https://steamcommunity.com/openid/login?openid.mode=checkid_setup' }],
  },
);

/** A program that asks for JSON gets the address instead. */
export const redirectAnswers = (description: string) => ({ 200: RedirectView, 302: { ...Type.Null(), description } });

const wantsJson = ({ headers }: FastifyRequest) => headers.accept?.startsWith('application/json') === true;

export function sendTo(address: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return wantsJson(request) ? reply.code(200).send({ redirectTo: address }) : reply.redirect(address);
}

export function sendWritten(reply: Pick<FastifyReply, 'type'>, text: string) {
  return reply.type('application/json; charset=utf-8').send(text) as never;
}
