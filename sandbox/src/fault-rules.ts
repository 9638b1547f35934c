import type { Random } from './seeded-random.ts';

/** A fault strikes the next so many times, by chance, or both; without either, always. */
export interface FaultRule {
  fault: string;
  times?: number;
  probability?: number;
}

export interface FaultRules<Rule extends FaultRule> {
  /** Replaces all rules. */
  set(rules: readonly Rule[]): void;
  strike(applies: (rule: Rule) => boolean): Rule | undefined;
  state(): readonly Rule[];
}

export const whenProperties = {
  times: { type: 'integer', minimum: 1, maximum: 1_000_000 },
  probability: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
};

/** Some stand-ins have several faults at once. */
export function createFaultRules<Rule extends FaultRule>(random: Random): FaultRules<Rule> {
  let rules: Rule[] = [];
  return {
    set(newRules) {
      rules = newRules.map((rule) => ({ ...rule }));
    },
    strike(applies) {
      const struck = rules.find(
        (rule) => applies(rule) && (rule.probability === undefined || random() < rule.probability),
      );
      if (struck?.times !== undefined) struck.times -= 1;
      rules = rules.filter(({ times }) => times !== 0);
      return struck;
    },
    state: () => rules,
  };
}
