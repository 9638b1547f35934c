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
export interface HttpPart {
  readonly tag: {
    readonly name: string;
    readonly description: string;
    /** Of its routes for administrators, which have a place of their own in the reference. */
    readonly forAdministrators?: string;
  };
  readonly public?: (routes: Routes) => void;
  readonly player?: (routes: Routes) => void;
  readonly admin?: (routes: Routes) => void;
  /** Calls of outside providers' servers, whose signature the handler checks. */
  readonly provider?: (routes: Routes) => void;
}
