import type { FastifyReply } from 'fastify';
import type { Html } from './html.ts';

/** Sends an SVG that the product's pages may show. It depends on its address alone, so it may be kept for a while. */
export function sendDrawing(reply: FastifyReply, drawing: Html): FastifyReply {
  return reply
    .header('content-security-policy', "default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'public, max-age=3600')
    .type('image/svg+xml; charset=utf-8')
    .send(drawing.markup);
}
