/** The documents of the API and of the sockets use this part of JSON Schema. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** As TypeScript. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return `(${[...new Set(choices.map(typeOf))].join(' | ')})`;
  if (schema.allOf !== undefined) return `(${schema.allOf.map(typeOf).join(' & ')})`;
  if (Array.isArray(schema.type)) {
    return `(${schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')})`;
  }
  return plainTypeOf(schema);
}

function plainTypeOf(schema: Schema): string {
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `${wrapped(typeOf(schema.items ?? {}))}[]`;
    case 'object':
      return objectOf(schema);
    default:
      return schema.properties === undefined ? 'unknown' : objectOf(schema);
  }
}

const wrapped = (type: string) => (/^[A-Za-z]+$/.test(type) || type.startsWith('(') ? type : `(${type})`);

function objectOf({ properties = {}, required = [], patternProperties, additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => fieldOf(name, schema, required.includes(name)));
  const [others] = Object.values(patternProperties ?? {});
  const rest = others ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  if (fields.length === 0) return `Record<string, ${rest === undefined ? 'unknown' : typeOf(rest)}>`;
  return `{ ${fields.join(' ')} }`;
}

export const fieldOf = (name: string, schema: Schema, required: boolean): string =>
  `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`}${required ? '' : '?'}: ${typeOf(schema)};`;
