import { type PageContent, type PageRequest, RunnelError } from '@runnel/contract'
import type { Agent } from 'undici'
import { createEgress, type Egress } from '../egress/create-egress.ts'
import { UpstreamError } from '../egress/upstream-error.ts'
import type { PageLimits } from './answer-requests.ts'
import type { Browser, OpenPage } from './browser.ts'
import { type CdpEvent, connectCdp, describeRefusal, gone } from './cdp-connection.ts'
import { findEndpoint } from './find-endpoint.ts'
import { openPage } from './open-page.ts'
import { createPlaces } from './places.ts'
import { readContent } from './read-content.ts'

const LIMITS: PageLimits & { pages: number } = {
  pages: 4,
  requests: 500,
  atOnce: 8,
  bytesOfOne: 10 * 1024 * 1024,
  bytes: 50 * 1024 * 1024,
  timeoutMs: 60_000,
}
/** What a browser tells at once: the longest is the HTML of a page, whose letters may take six bytes each. */
const LARGEST_MESSAGE = 16 * 1024 * 1024

/**
 * Makes the way to the operator's browser, at an address of ws(s), or of http(s) where it says its own. Whatever address that
 * is, it is open to this alone. Each page is opened by a connection of its own, with which it goes.
 */
export function createBrowser(
  address: string | undefined,
  limits: PageLimits & { pages: number } = LIMITS,
): Browser {
  const places = createPlaces(limits.pages)
  const ending = new AbortController()
  const reach = address === undefined ? undefined : openReach(new URL(address))
  let agent: Promise<Agent> | undefined

  async function openAgent(): Promise<Agent> {
    const { Agent: UndiciAgent } = await import('undici')
    return new UndiciAgent({
      webSocket: { maxPayloadSize: LARGEST_MESSAGE },
      connect({ hostname, port, protocol }, done) {
        const tls = protocol === 'https:' || protocol === 'wss:'
        const where = { host: hostname, port: Number(port) || (tls ? 443 : 80), tls }
        reach?.egress.connect(where, ending.signal).then(
          (socket) => done(null, socket),
          (error: Error) => done(error, null),
        )
      },
    })
  }

  async function read(
    { target, egress: { fetch: ask } }: Reach,
    request: PageRequest,
    { fetch, signal }: OpenPage,
  ): Promise<PageContent> {
    let hear: (event: CdpEvent) => void = () => undefined
    const endpoint = await findEndpoint(target, ask, signal)
    agent ??= openAgent()
    const onEvent = (event: CdpEvent) => hear(event)
    const connection = await connectCdp(endpoint, { agent: await agent, onEvent, signal })
    const stop = () => connection.close(asError(signal.reason))
    signal.addEventListener('abort', stop)
    try {
      signal.throwIfAborted()
      const listen = (listener: typeof hear) => {
        hear = listener
      }
      const start = new URL(request.url)
      const page = await openPage({ connection, listen, start, limits, fetch, signal })
      await page.goTo(request.url, request.waitUntil)
      return await readContent(connection, page, { request, signal })
    } finally {
      signal.removeEventListener('abort', stop)
      // The context of the page goes with its connection.
      connection.close(gone(target, 'was left'))
    }
  }

  return {
    async readPage(request, { fetch, signal }) {
      if (!reach) throw noBrowser()
      const late = AbortSignal.timeout(limits.timeoutMs)
      const limit = AbortSignal.any([signal, late, ending.signal])
      try {
        return await places.take(() => read(reach, request, { fetch, signal: limit }), limit)
      } catch (error) {
        if (signal.aborted) throw signal.reason
        throw late.aborted
          ? tooLate(request.url, { timeoutMs: limits.timeoutMs, cause: error })
          : describeRefusal(error)
      }
    },
    async close() {
      ending.abort(new RunnelError('run_aborted', 'The process is ending.'))
      await (await agent)?.destroy()
      await reach?.egress.close()
    },
  }
}

/** Where the browser is, and the way to it alone. */
interface Reach {
  target: URL
  egress: Egress
}

const openReach = (target: URL): Reach => ({ target, egress: createEgress({ allow: [hostAndPort(target)] }) })

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The page was stopped', { cause: reason })
}

function hostAndPort({ hostname, port, protocol }: URL): string {
  const usual = protocol === 'https:' || protocol === 'wss:' ? '443' : '80'
  return `${hostname}:${port || usual}`
}

function noBrowser(): RunnelError {
  return new RunnelError(
    'unavailable',
    'This installation has no browser for web scrapers. The operator names one in SCRAPER_BROWSER; Cheerio Web Scraper reads pages without one.',
  )
}

function tooLate(url: string, { timeoutMs, cause }: { timeoutMs: number; cause: unknown }): UpstreamError {
  const message = `The page of ${new URL(url).host} was not ready within ${timeoutMs / 1000} seconds. Wait for an earlier moment (Wait Until), or for another selector.`
  return new UpstreamError(message, { retryable: false, wasSent: true, cause })
}
