import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { BalanceController, BalanceService } from './balance.ts';
import { ENTITIES } from './entities.ts';
import { IdempotencyService } from './idempotency.ts';
import { InventoryController, InventoryService } from './inventory.ts';
import { OpeningsController, OpeningsService } from './openings.ts';
import { preparingDriver } from './prepared-statements.ts';
import { SessionGuard } from './session.guard.ts';

const dataSource = new DataSource({
  type: 'postgres',
  url: process.env.DATABASE_URL as string,
  driver: preparingDriver,
  entities: ENTITIES,
  synchronize: true,
  poolSize: Number(process.env.POOL_SIZE ?? 20),
});

@Module({
  controllers: [BalanceController, InventoryController, OpeningsController],
  providers: [
    { provide: DataSource, useFactory: () => dataSource.initialize() },
    SessionGuard,
    BalanceService,
    InventoryService,
    IdempotencyService,
    OpeningsService,
  ],
})
class AppModule {}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), {
  logger: ['error', 'warn'],
});
app.setGlobalPrefix('api');
app.enableShutdownHooks();
await app.listen(0, '127.0.0.1');
console.log(`API  ${await app.getUrl()}/api\nCtrl-C stops it`);
