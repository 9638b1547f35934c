export class ConfigError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

export function text(environment: Environment, name: string): string | null {
  const value = environment[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

export function integer(environment: Environment, name: string, fallback: number, least: number, most: number): number {
  const value = text(environment, name);
  if (value === null) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${value}"`);
  }
  return number;
}

export function oneOf<Name extends string>(
  environment: Environment,
  name: string,
  allowed: readonly Name[],
  fallback: Name,
): Name {
  const value = text(environment, name) ?? fallback;
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}"`);
  return found;
}

/** The message must not repeat a password. */
export function url(environment: Environment, name: string, protocols: readonly string[]): string | null {
  const value = text(environment, name);
  if (value === null) return null;
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    throw new ConfigError(`${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
  }
  return value.replace(/\/$/, '');
}
