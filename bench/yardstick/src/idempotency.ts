import { createHash } from 'node:crypto';
import { ConflictException, HttpException, Injectable, UnprocessableEntityException } from '@nestjs/common';
import { DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { IdempotencyKey } from './entities.ts';

const UNIQUE_VIOLATION = '23505';

/** A key's answer is a row in the transaction of its effect, so two with one key cannot both commit. */
@Injectable()
export class IdempotencyService {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<Answer extends object>(
    userId: string,
    key: string | undefined,
    request: object,
    work: (manager: EntityManager) => Promise<Answer>,
  ): Promise<Answer> {
    if (key === undefined) return this.dataSource.transaction(work);
    const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    try {
      return await this.dataSource.transaction(async (manager) => {
        const known = await manager.findOneBy(IdempotencyKey, { userId, key });
        if (known !== null && known.fingerprint !== fingerprint) throw new UnprocessableEntityException();
        if (known !== null) return JSON.parse(known.answer) as Answer;
        const answer = await work(manager);
        await manager
          .createQueryBuilder()
          .insert()
          .into(IdempotencyKey)
          .values({ userId, key, fingerprint, answer: JSON.stringify(answer) })
          .updateEntity(false)
          .execute();
        return answer;
      });
    } catch (error) {
      if (error instanceof HttpException || !(error instanceof QueryFailedError)) throw error;
      if ((error.driverError as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
      throw new ConflictException();
    }
  }
}
