import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  BadRequestException,
  Body,
  Controller,
  Headers,
  HttpCode,
  Injectable,
  NotFoundException,
  Param,
  Post,
  Req,
  UseGuards,
} from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Account, Case, CaseItem, EventProgress, InventoryItem, LedgerEntry, Opening } from './entities.ts';
import { IdempotencyService } from './idempotency.ts';
import { formatBrl } from './money.ts';
import { SessionGuard, type SessionRequest } from './session.guard.ts';

const MAX_ROLL = 10_000_000;
const MOST_AT_ONCE = 100;

interface Playable {
  case: Case;
  items: CaseItem[];
}

interface Charged {
  balanceCents: string;
  nonce: number;
}

/** As with ours, a roll of somebody who has chosen no client seed gets one of its own. */
function draw({ items }: Playable, nonce: number) {
  const clientSeed = randomBytes(32).toString('hex');
  const serverSeed = randomBytes(32).toString('hex');
  const serverSeedHash = createHash('sha256').update(serverSeed).digest('hex');
  const hash = createHmac('sha256', serverSeed).update(`${clientSeed}:${nonce}`).digest('hex');
  const roll = (Number.parseInt(hash.slice(0, 13), 16) % MAX_ROLL) + 1;
  const won = items.find(({ rangeStart, rangeEnd }) => rangeStart <= roll && roll <= rangeEnd);
  if (won === undefined) throw new Error(`No item for roll ${roll}`);
  return { serverSeed, serverSeedHash, clientSeed, nonce, roll, item: won.item };
}

@Injectable()
export class OpeningsService {
  /** Cases hardly ever change: who would read one for every opening? */
  private readonly cases = new Map<string, Promise<Playable>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly idempotency: IdempotencyService,
  ) {}

  async open(userId: string, caseId: string, quantity: number, key: string | undefined) {
    const playable = await this.playableOf(caseId);
    return this.idempotency.transaction(userId, key, { caseId, quantity }, async (manager) => {
      const costCents = BigInt(playable.case.priceCents) * BigInt(quantity);
      const account = await this.charge(manager, userId, costCents, quantity);
      const ledgerEntryId = await this.enter(manager, userId, playable, -costCents, account.balanceCents);
      await this.earn(manager, userId, costCents);
      const drawn = Array.from({ length: quantity }, (_, index) =>
        draw(playable, account.nonce - quantity + 1 + index),
      );
      const given = await manager
        .createQueryBuilder()
        .insert()
        .into(InventoryItem)
        .values(drawn.map(({ item }) => ({ userId, itemId: item.id, acquiredFrom: `Caixa - ${playable.case.name}` })))
        .returning('id')
        .updateEntity(false)
        .execute();
      const itemIds = (given.raw as { id: string }[]).map(({ id }) => id);
      const rows = drawn.map(({ item, ...roll }, index) => ({
        ...roll,
        userId,
        caseId,
        itemId: item.id,
        inventoryItemId: itemIds[index] as string,
        ledgerEntryId,
        priceCents: playable.case.priceCents,
        itemValueCents: item.valueCents,
      }));
      const stored = await manager
        .createQueryBuilder()
        .insert()
        .into(Opening)
        .values(rows)
        .returning('id')
        .updateEntity(false)
        .execute();
      const ids = (stored.raw as { id: string }[]).map(({ id }) => id);
      return this.view(playable, drawn, ids, itemIds, account.balanceCents, costCents);
    });
  }

  /** Check and act in one statement. */
  private async charge(manager: EntityManager, userId: string, costCents: bigint, quantity: number): Promise<Charged> {
    const { raw } = await manager
      .createQueryBuilder()
      .update(Account)
      .set({ balanceCents: () => '"balanceCents" - :cost', nonce: () => 'nonce + :quantity' })
      .where('"userId" = :userId AND "balanceCents" >= :cost')
      .setParameters({ userId, cost: costCents.toString(), quantity })
      .returning(['balanceCents', 'nonce'])
      .updateEntity(false)
      .execute();
    const [charged] = raw as Charged[];
    if (charged === undefined) throw new BadRequestException('Saldo insuficiente');
    return charged;
  }

  private async earn(manager: EntityManager, userId: string, stakeCents: bigint): Promise<void> {
    await manager
      .createQueryBuilder()
      .update(EventProgress)
      .set({ wageredCents: () => '"wageredCents" + :stake' })
      .where('"userId" = :userId')
      .setParameters({ userId, stake: stakeCents.toString() })
      .updateEntity(false)
      .execute();
  }

  private async enter(
    manager: EntityManager,
    userId: string,
    playable: Playable,
    amountCents: bigint,
    balanceAfterCents: string,
  ): Promise<string> {
    const { raw } = await manager
      .createQueryBuilder()
      .insert()
      .into(LedgerEntry)
      .values({
        userId,
        amountCents: amountCents.toString(),
        balanceAfterCents,
        type: 'CASE_OPEN',
        reason: `Caixa aberta: ${playable.case.name}`,
        referenceType: 'CASE',
        referenceId: playable.case.id,
      })
      .returning('id')
      .updateEntity(false)
      .execute();
    return (raw as { id: string }[])[0]?.id as string;
  }

  private view(
    playable: Playable,
    drawn: ReturnType<typeof draw>[],
    ids: string[],
    itemIds: string[],
    balanceCents: string,
    costCents: bigint,
  ) {
    return {
      openings: drawn.map(({ item, ...roll }, index) => ({
        id: ids[index],
        caseId: playable.case.id,
        ...roll,
        item: {
          id: item.id,
          name: item.name,
          imageUrl: item.imageUrl,
          rarity: item.rarity,
          valueCents: item.valueCents,
          valueFormatted: formatBrl(BigInt(item.valueCents)),
        },
        inventoryItemId: itemIds[index],
      })),
      balanceCents,
      balanceFormatted: formatBrl(BigInt(balanceCents)),
      totalCostCents: costCents.toString(),
      totalWonCents: drawn.reduce((sum, { item }) => sum + BigInt(item.valueCents), 0n).toString(),
    };
  }

  private playableOf(caseId: string): Promise<Playable> {
    const known = this.cases.get(caseId);
    if (known !== undefined) return known;
    const read = this.readPlayable(caseId);
    this.cases.set(caseId, read);
    read.catch(() => this.cases.delete(caseId));
    return read;
  }

  private async readPlayable(caseId: string): Promise<Playable> {
    const [found, items] = await Promise.all([
      this.dataSource.getRepository(Case).findOneBy({ id: caseId }),
      this.dataSource.getRepository(CaseItem).find({ where: { caseId }, relations: { item: true } }),
    ]);
    if (found === null) throw new NotFoundException();
    return { case: found, items };
  }
}

@Controller('cases')
@UseGuards(SessionGuard)
export class OpeningsController {
  constructor(private readonly openings: OpeningsService) {}

  @Post(':id/open')
  @HttpCode(200)
  open(
    @Req() { userId }: SessionRequest,
    @Param('id') id: string,
    @Body() body: { quantity?: unknown },
    @Headers('idempotency-key') key?: string,
  ) {
    const quantity = body?.quantity ?? 1;
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1 || quantity > MOST_AT_ONCE) {
      throw new BadRequestException('quantity');
    }
    return this.openings.open(userId, id, quantity, key);
  }
}
