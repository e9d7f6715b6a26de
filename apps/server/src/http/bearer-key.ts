import type { FastifyRequest } from 'fastify'

/** The key of an `Authorization: Bearer …` header; keys in addresses are never read. */
export function bearerKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
