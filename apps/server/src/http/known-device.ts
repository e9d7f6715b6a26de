import { createHmac, randomUUID } from 'node:crypto'
import { equalInConstantTime } from '@runnel/drivers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieNames } from './session-cookies.ts'

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000

/** Remembers which devices signed in to which account. A device opens nothing: strangers do not hold it up. */
export interface KnownDevices {
  /** The device that signed in to this account before; undefined for any other. */
  find(request: FastifyRequest, account: string): string | undefined
  /** Lets the browser remember that it signed in to this account. */
  remember(reply: FastifyReply, account: string): void
}

/** Makes it with the key that signs; the cookie names the account only to who knows it. */
export function createKnownDevices(key: string, names: CookieNames, now: () => number): KnownDevices {
  const sign = (device: string, end: string, account: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['device', device, end, account.trim().toLowerCase()]))
      .digest('base64url')
  return {
    find(request, account) {
      const [device = '', end = '', signature = ''] = (request.cookies[names.device] ?? '').split('.')
      const isOwn = Number(end) > now() && equalInConstantTime(signature, sign(device, end, account))
      return isOwn ? device : undefined
    },
    remember(reply, account) {
      const device = randomUUID()
      const end = now() + YEAR_MS
      reply.setCookie(names.device, `${device}.${end}.${sign(device, String(end), account)}`, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: names.secure,
        expires: new Date(end),
      })
    },
  }
}
