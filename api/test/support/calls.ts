import type { FastifyInstance } from 'fastify';
import type { Person } from './people.ts';

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a test finds in an answer is what it asserts on.
  body: any;
  text: string;
  replayed: boolean;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Asks the server as somebody, or as nobody. */
export type Call = (
  who: Person | null,
  method: Method,
  path: string,
  payload?: object,
  headers?: Record<string, string>,
) => Promise<Reply>;

export function createCall(http: FastifyInstance): Call {
  return async (who, method, path, payload, headers = {}) => {
    const response = await http.inject({
      method,
      url: `/api${path}`,
      headers: { ...who?.headers, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    return {
      status: response.statusCode,
      body: response.json(),
      text: response.body,
      replayed: response.headers['idempotent-replayed'] === 'true',
    };
  };
}

export const refusal = ({ status, body }: Reply): [number, string] => [status, body.message];
export const faultFields = ({ body }: Reply): string[] => body.errors.map(({ field }: { field: string }) => field);
