import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Session } from './entities.ts';

/** As ours does, it keeps the sessions that it has seen in memory. */
const KEPT_MS = 30_000;

export interface SessionRequest {
  headers: { cookie?: string };
  userId: string;
}

@Injectable()
export class SessionGuard implements CanActivate {
  private readonly kept = new Map<string, { userId: string; untilMs: number }>();

  constructor(private readonly dataSource: DataSource) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SessionRequest>();
    const id = /(?:^|; )sessionId=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
    if (id === undefined) throw new UnauthorizedException();
    request.userId = await this.userOf(id);
    return true;
  }

  private async userOf(id: string): Promise<string> {
    const kept = this.kept.get(id);
    if (kept !== undefined && kept.untilMs > Date.now()) return kept.userId;
    const session = await this.dataSource.getRepository(Session).findOneBy({ id });
    if (session === null) throw new UnauthorizedException();
    this.kept.set(id, { userId: session.userId, untilMs: Date.now() + KEPT_MS });
    return session.userId;
  }
}
