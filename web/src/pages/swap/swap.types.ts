import type { AnswerOf } from '../../data/api.ts';

export type Swap = AnswerOf<'GET /swap/public'>['data'][number];
