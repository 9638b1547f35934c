import type { FieldFault } from '../../errors.ts';
import type { InputPart, ValidationFault } from './validation.ts';

const MAX_FAULTS = 50;

/** Each field has one fault. */
export function faultsOf(part: InputPart, faults: readonly ValidationFault[]): FieldFault[] {
  const byField = new Map<string, { message: string; written: boolean }>();
  for (const fault of faults) {
    const field = fieldOf(part, fault);
    const written = writtenMessage(fault);
    const known = byField.get(field);
    // The field's own sentence says more than the validator's words.
    if (known === undefined || (written !== undefined && !known.written)) {
      byField.set(field, { message: written ?? plainMessage(fault), written: written !== undefined });
    }
    if (byField.size >= MAX_FAULTS) break;
  }
  return [...byField].map(([field, { message }]) => ({ field, message }));
}

function fieldOf(part: InputPart, fault: ValidationFault): string {
  const steps = fault.instancePath.split('/').slice(1).map(decodePointer);
  if (fault.keyword === 'required') steps.push(String(fault.params.missingProperty));
  if (fault.keyword === 'additionalProperties') steps.push(String(fault.params.additionalProperty));
  return steps.length === 0 ? part : steps.join('.');
}

const decodePointer = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

function writtenMessage(fault: ValidationFault): string | undefined {
  if (fault.keyword === 'required' || fault.keyword === 'additionalProperties') return undefined;
  const message = (fault.parentSchema as { 'x-fault'?: unknown } | undefined)?.['x-fault'];
  return typeof message === 'string' ? message : undefined;
}

function plainMessage({ keyword, params, message }: ValidationFault): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not known here';
    case 'type':
      return `must be ${article(String(params.type))}`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'minItems':
      return `must have at least ${params.limit} entries`;
    case 'maxItems':
      return `must have at most ${params.limit} entries`;
    case 'uniqueItems':
      return 'must not contain the same entry twice';
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'const':
      return `must be ${params.allowedValue}`;
    default:
      return message ?? 'is not valid';
  }
}

const article = (type: string) => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
