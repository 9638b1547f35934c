import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';

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
