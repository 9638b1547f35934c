import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createAssertions } from './assertions.ts';

it('remembers a bounded number of assertions and lets the oldest go', () => {
  const assertions = createAssertions({ origin: () => 'http://localhost:3001', now: () => new Date() });
  const account = { platformId: '76561198000000002', name: 'Thiago Moreira', role: 'player' } as const;
  const issue = () => new URL(assertions.issue(account, 'http://localhost:3000/')).searchParams;
  const [oldest, second] = [issue(), issue()];
  for (let issued = 2; issued < 10_001; issued += 1) issue();
  assert.equal(assertions.confirm(oldest), false);
  assert.equal(assertions.confirm(second), true);
});
