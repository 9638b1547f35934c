import type { Sandbox } from '../src/index.ts';

export function control(sandbox: Sandbox, standIn: string, setting: unknown): Promise<Response> {
  return fetch(`${sandbox.url}/control/${standIn}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(setting),
  });
}

export async function controlState<State>(sandbox: Sandbox, standIn: string): Promise<State> {
  return (await fetch(`${sandbox.url}/control/${standIn}`)).json() as Promise<State>;
}
