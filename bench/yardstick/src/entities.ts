import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
} from 'typeorm';

/**
 * The tables are those that users of an ORM lay out: narrow keys, foreign keys, an index for every list that is read.
 */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: string;
  @Column('varchar', { length: 64 }) username: string;
}

@Entity('sessions')
export class Session {
  @PrimaryColumn('varchar', { length: 64 }) id: string;
  @Index() @Column('bigint') userId: string;
}

@Entity('accounts')
@Check('"balanceCents" >= 0')
export class Account {
  @PrimaryColumn('bigint') userId: string;
  @Column('bigint', { default: 0 }) balanceCents: string;
  @Column('int', { default: 0 }) nonce: number;
}

@Entity('items')
export class Item {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: string;
  @Column('varchar', { length: 200 }) name: string;
  @Column('varchar', { length: 500 }) imageUrl: string;
  @Column('varchar', { length: 32 }) rarity: string;
  @Column('varchar', { length: 32 }) weaponCategory: string;
  @Column('varchar', { length: 32, nullable: true }) exterior: string | null;
  @Column('boolean', { default: false }) isStatTrak: boolean;
  @Column('bigint') valueCents: string;
}

@Entity('cases')
export class Case {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: string;
  @Column('varchar', { length: 200 }) name: string;
  @Column('bigint') priceCents: string;
}

@Entity('case_items')
export class CaseItem {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: string;
  @Index() @Column('bigint') caseId: string;
  @ManyToOne(() => Item) @JoinColumn({ name: 'itemId' }) item: Item;
  @Column('bigint') itemId: string;
  @Column('int') rangeStart: number;
  @Column('int') rangeEnd: number;
}

/** Every movement of money, signed. The sum of a user's is the balance. */
@Entity('ledger_entries')
@Index(['userId', 'createdAt'])
export class LedgerEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: string;
  @ManyToOne(() => User) @JoinColumn({ name: 'userId' }) user: User;
  @Column('bigint') userId: string;
  @Column('bigint') amountCents: string;
  @Column('bigint') balanceAfterCents: string;
  @Column('varchar', { length: 32 }) type: string;
  @Column('varchar', { length: 500 }) reason: string;
  @Column('varchar', { length: 32, nullable: true }) referenceType: string | null;
  @Column('varchar', { length: 64, nullable: true }) referenceId: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt: Date;
}

@Entity('inventory_items')
@Index(['userId', 'acquiredAt'])
@Index(['userId', 'status'])
export class InventoryItem {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: string;
  @ManyToOne(() => User) @JoinColumn({ name: 'userId' }) user: User;
  @Column('bigint') userId: string;
  @ManyToOne(() => Item) @JoinColumn({ name: 'itemId' }) item: Item;
  @Column('bigint') itemId: string;
  @Column('varchar', { length: 32, default: 'AVAILABLE' }) status: string;
  @CreateDateColumn({ type: 'timestamptz' }) acquiredAt: Date;
  @Column('varchar', { length: 200, nullable: true }) acquiredFrom: string | null;
  @Column('timestamptz', { nullable: true }) lockedUntil: Date | null;
}

/** Stakes earn points and tickets of the running event, as with ours. */
@Entity('event_progress')
export class EventProgress {
  @PrimaryColumn('bigint') userId: string;
  @Column('bigint', { default: 0 }) wageredCents: string;
}

@Entity('openings')
@Index(['userId', 'nonce'], { unique: true })
@Index(['caseId', 'createdAt'])
@Index(['createdAt'])
export class Opening {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: string;
  @ManyToOne(() => User) @JoinColumn({ name: 'userId' }) user: User;
  @Column('bigint') userId: string;
  @ManyToOne(() => Case) @JoinColumn({ name: 'caseId' }) case: Case;
  @Column('bigint') caseId: string;
  @ManyToOne(() => Item) @JoinColumn({ name: 'itemId' }) item: Item;
  @Column('bigint') itemId: string;
  @ManyToOne(() => InventoryItem) @JoinColumn({ name: 'inventoryItemId' }) inventoryItem: InventoryItem;
  @Index({ unique: true }) @Column('bigint') inventoryItemId: string;
  @ManyToOne(() => LedgerEntry) @JoinColumn({ name: 'ledgerEntryId' }) ledgerEntry: LedgerEntry;
  @Column('bigint') ledgerEntryId: string;
  @Column('bigint') priceCents: string;
  @Column('bigint') itemValueCents: string;
  @Column('int') nonce: number;
  @Column('varchar', { length: 64 }) serverSeed: string;
  @Column('varchar', { length: 64 }) serverSeedHash: string;
  @Column('varchar', { length: 64 }) clientSeed: string;
  @Column('int') roll: number;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt: Date;
}

/** Requests that may be repeated have their answers here; a job would delete them after a day by their time. */
@Entity('idempotency_keys')
export class IdempotencyKey {
  @PrimaryColumn('bigint') userId: string;
  @PrimaryColumn('varchar', { length: 255 }) key: string;
  @Column('varchar', { length: 64 }) fingerprint: string;
  @Column('text') answer: string;
  @Index() @CreateDateColumn({ type: 'timestamptz' }) createdAt: Date;
}

export const ENTITIES = [
  User,
  Session,
  Account,
  Item,
  Case,
  CaseItem,
  LedgerEntry,
  InventoryItem,
  EventProgress,
  IdempotencyKey,
  Opening,
];
