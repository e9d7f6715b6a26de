import type { platformRoutes } from '@runnel/contract'
import { checkReady, type ServingContext } from '@runnel/operations'
import type { HandlersOf } from '../call.ts'

/** What the platform routes tell. */
export interface Platform {
  version: string
  platformType: 'enterprise' | 'cloud' | 'open source'
  releasesUrl: string | undefined
  starsUrl: string | undefined
}

/** When a caller asks again whether the server is ready. */
const RETRY_SECONDS = 5

/** What `/ip` is for: behind proxies that nobody named, everybody comes from one address. */
const ADDRESS_MEANING =
  'This is where you come from, as the server sees it. If it is a proxy of yours, name that in TRUSTED_PROXIES.'

/** What the server says of itself. */
export function platformHandlers(
  context: ServingContext,
  platform: Platform,
): HandlersOf<typeof platformRoutes> {
  return {
    ping: ({ reply }) => reply.type('text/plain; charset=utf-8').send('pong'),
    async ready({ reply }) {
      const isReady = await checkReady(context)
      if (!isReady) reply.status(503).header('Retry-After', RETRY_SECONDS)
      return reply.type('text/plain; charset=utf-8').send(isReady ? 'ready' : 'not ready')
    },
    getAddress: ({ request: { ip } }) => ({ ip, msg: ADDRESS_MEANING }),
    getVersion: () => ({ version: platform.version }),
    getSettings: () => ({
      PLATFORM_TYPE: platform.platformType,
      ...(context.mailer === undefined ? {} : { SENDS_MAIL: true as const }),
      ...(platform.releasesUrl === undefined ? {} : { RELEASES_URL: platform.releasesUrl }),
      ...(platform.starsUrl === undefined ? {} : { STARS_URL: platform.starsUrl }),
    }),
  }
}
