import { Ajv, type ValidateFunction } from 'ajv';
import type { NamedOperation, OpenApi } from '../../support/openapi.ts';

interface Answer {
  statusCode: number;
  body: string;
  headers: Record<string, unknown>;
}

const DOCUMENT = 'https://lisura.example/openapi';
const pointer = (steps: readonly string[]) =>
  steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');

/** Says what is wrong with an answer, by the description of the API alone. */
export function createAnswerCheck(document: OpenApi): (operation: NamedOperation, answer: Answer) => string | null {
  const ajv = new Ajv({ strict: false, validateFormats: false, discriminator: false });
  ajv.addSchema({ $id: DOCUMENT, ...document });
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (...steps: string[]): ValidateFunction => {
    const $ref = `${DOCUMENT}#/${encodeURI(pointer(steps))}`;
    const known = compiled.get($ref) ?? ajv.compile({ $ref });
    compiled.set($ref, known);
    return known;
  };

  return ({ method, path, operation }, { statusCode, body, headers }) => {
    if (statusCode >= 500) return 'a fault of ours';
    const status = String(statusCode);
    const described = operation.responses[status];
    // A wrong address or an impossible request is refused as everywhere.
    if (described === undefined && (statusCode < 400 || ![400, 404, 405, 413, 414, 415, 431].includes(statusCode)))
      return `answers ${status}, which is not described`;
    if (!String(headers['content-type'] ?? '').startsWith('application/json')) {
      return body === '' || statusCode < 400 ? null : 'is refused in another form than JSON';
    }
    const component = described?.$ref?.split('/').at(-1);
    const validate =
      described === undefined
        ? validatorAt('components', 'schemas', 'Error')
        : component === undefined
          ? validatorAt('paths', path, method, 'responses', status, 'content', 'application/json', 'schema')
          : validatorAt('components', 'responses', component, 'content', 'application/json', 'schema');
    return validate(JSON.parse(body))
      ? null
      : `is answered otherwise than described: ${ajv.errorsText(validate.errors)}`;
  };
}
