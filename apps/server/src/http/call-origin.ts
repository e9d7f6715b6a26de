import type { CallOrigin } from '@runnel/contract'
import type { FastifyRequest } from 'fastify'
import { withoutPort } from './network-of.ts'

const LONGEST_AGENT = 300

/** From where a call came: the address, which a trusted proxy may tell, and what the program calls itself. */
export function callOrigin({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): CallOrigin {
  // What a stranger writes there is shown to people: one line of it, and no more.
  const agent = headers['user-agent']?.replaceAll(/[\s\p{C}]+/gu, ' ').slice(0, LONGEST_AGENT)
  return { address: withoutPort(ip), agent: agent ?? null }
}

/** The language in which a mail answers a call: the first of ours that the browser asks for. */
export function mailLanguage({ headers }: Pick<FastifyRequest, 'headers'>): 'en' | 'de' {
  const wanted = (headers['accept-language'] ?? '').toLowerCase().split(',')
  const first = wanted.map((entry) => entry.trim().slice(0, 2)).find((code) => code === 'de' || code === 'en')
  return first === 'de' ? 'de' : 'en'
}
