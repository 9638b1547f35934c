import { Controller, DefaultValuePipe, Get, Injectable, ParseIntPipe, Query, Req, UseGuards } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { InventoryItem } from './entities.ts';
import { formatBrl } from './money.ts';
import { SessionGuard, type SessionRequest } from './session.guard.ts';

const MOST = 100;

interface Totals {
  total: string;
  availableCount: string;
  availableValueCents: string;
}

@Injectable()
export class InventoryService {
  constructor(private readonly dataSource: DataSource) {}

  /** `limit` and not `take`: every item has one entry of the catalogue, so that one joined query has the page. */
  async page(userId: string, limit: number, offset: number) {
    const held = this.dataSource.getRepository(InventoryItem);
    const [rows, totals] = await Promise.all([
      held
        .createQueryBuilder('held')
        .innerJoinAndSelect('held.item', 'item')
        .where('held.userId = :userId', { userId })
        .orderBy('held.acquiredAt', 'DESC')
        .addOrderBy('held.id', 'DESC')
        .limit(limit)
        .offset(offset)
        .getMany(),
      held
        .createQueryBuilder('held')
        .innerJoin('held.item', 'item')
        .select('count(*)', 'total')
        .addSelect(`count(*) filter (where held.status = 'AVAILABLE')`, 'availableCount')
        .addSelect(`coalesce(sum(item.valueCents) filter (where held.status = 'AVAILABLE'), 0)`, 'availableValueCents')
        .where('held.userId = :userId', { userId })
        .getRawOne<Totals>(),
    ]);
    const total = Number(totals?.total ?? 0);
    return {
      items: rows.map(itemView),
      total,
      limit,
      offset,
      hasMore: offset + limit < total,
      totalAvailableCount: Number(totals?.availableCount ?? 0),
      totalAvailableValueCents: totals?.availableValueCents ?? '0',
      totalAvailableValueFormatted: formatBrl(BigInt(totals?.availableValueCents ?? 0)),
    };
  }
}

function itemView({ id, itemId, item, status, acquiredAt, acquiredFrom, lockedUntil }: InventoryItem) {
  return {
    id,
    itemId,
    itemName: item.name,
    itemImage: item.imageUrl,
    itemRarity: item.rarity,
    itemValueCents: item.valueCents,
    itemValueFormatted: formatBrl(BigInt(item.valueCents)),
    weaponCategory: item.weaponCategory,
    exterior: item.exterior ?? undefined,
    isStatTrak: item.isStatTrak,
    status,
    acquiredAt: acquiredAt.toISOString(),
    acquiredFrom: acquiredFrom ?? undefined,
    lockedUntil: lockedUntil?.toISOString(),
  };
}

@Controller('inventory')
@UseGuards(SessionGuard)
export class InventoryController {
  constructor(private readonly inventory: InventoryService) {}

  @Get()
  page(
    @Req() { userId }: SessionRequest,
    @Query('limit', new DefaultValuePipe(15), ParseIntPipe) limit: number,
    @Query('offset', new DefaultValuePipe(0), ParseIntPipe) offset: number,
  ) {
    return this.inventory.page(userId, Math.min(limit, MOST), offset);
  }
}
