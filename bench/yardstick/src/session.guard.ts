import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Session } from './entities.ts';

export interface SessionRequest {
  headers: { cookie?: string };
  userId: string;
}

/** Looks each session up, as session stores do: one that was ended is refused at once, on every process. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(private readonly dataSource: DataSource) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SessionRequest>();
    const id = /(?:^|; )sessionId=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
    if (id === undefined) throw new UnauthorizedException();
    const session = await this.dataSource.getRepository(Session).findOneBy({ id });
    if (session === null) throw new UnauthorizedException();
    request.userId = session.userId;
    return true;
  }
}
