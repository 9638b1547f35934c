import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';

/** Where a module registers its routes; schemas give the handlers their types. */
export type Routes = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What a module brings to the HTTP server: its part of the reference, and its routes by who may call them. */
export interface HttpModule {
  readonly tag: { readonly name: string; readonly description: string };
  readonly public?: (routes: Routes) => void;
  readonly player?: (routes: Routes) => void;
  readonly admin?: (routes: Routes) => void;
}
