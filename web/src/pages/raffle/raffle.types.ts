import type { AnswerOf } from '../../data/api.ts';

export type Raffle = AnswerOf<'GET /raffle/{id}'>;
