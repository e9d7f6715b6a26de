import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Config } from '../config.ts'

function contentPolicy({ frameOrigins, releasesUrl, starsUrl }: Config) {
  const asked = [releasesUrl, starsUrl].flatMap((url) => (url === undefined ? [] : [new URL(url).origin]))
  return {
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      mediaSrc: ["'self'", 'blob:', 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...new Set(asked)],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: frameOrigins.length > 0 ? frameOrigins : ["'none'"],
      upgradeInsecureRequests: null,
    },
  }
}

/** What guards every answer. It hangs on nothing that a request says, and so is written down once. */
export function guardHeaders(config: Config): OutgoingHttpHeaders {
  const setHeaders = helmet({
    contentSecurityPolicy: contentPolicy(config),
    strictTransportSecurity: config.appUrl?.startsWith('https://') ?? false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    xFrameOptions: config.frameOrigins.length === 0 ? { action: 'deny' } : false,
  })
  const request = new IncomingMessage(new Socket())
  const answer = new ServerResponse(request)
  setHeaders(request, answer, (error) => {
    if (error !== undefined) throw error
  })
  // Whoever's answer may be kept says so itself, over this.
  return { 'cache-control': 'no-store', ...answer.getHeaders() }
}
