import { Controller, Get, Injectable, NotFoundException, Req, UseGuards } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Account } from './entities.ts';
import { formatBrl } from './money.ts';
import { SessionGuard, type SessionRequest } from './session.guard.ts';

@Injectable()
export class BalanceService {
  constructor(private readonly dataSource: DataSource) {}

  async balanceOf(userId: string) {
    const account = await this.dataSource.getRepository(Account).findOneBy({ userId });
    if (account === null) throw new NotFoundException();
    const { balanceCents } = account;
    return { balanceCents, balanceFormatted: formatBrl(BigInt(balanceCents)) };
  }
}

@Controller('user')
@UseGuards(SessionGuard)
export class BalanceController {
  constructor(private readonly balances: BalanceService) {}

  @Get('balance')
  balance(@Req() { userId }: SessionRequest) {
    return this.balances.balanceOf(userId);
  }
}
