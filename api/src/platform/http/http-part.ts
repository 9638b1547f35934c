import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';

/** The place where a module registers its routes; schemas give the handlers their types. */
export type Routes = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** A module's part of the HTTP server: its part of the reference, and its routes by scope. */
export interface HttpPart {
  readonly tag: {
    readonly name: string;
    readonly description: string;
    /** Its routes for administrators have a place of their own in the reference. */
    readonly forAdministrators?: string;
  };
  readonly public?: (routes: Routes) => void;
  readonly player?: (routes: Routes) => void;
  readonly admin?: (routes: Routes) => void;
  /** Serves outside providers' servers; the handler checks their signature. */
  readonly provider?: (routes: Routes) => void;
}
