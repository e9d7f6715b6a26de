import { setTimeout as wait } from 'node:timers/promises'
import { type PageContent, type PageRequest, RunnelError } from '@runnel/contract'
import { type CdpConnection, CdpRefusal } from './cdp-connection.ts'
import type { OpenedPage } from './open-page.ts'

/** Letters of HTML, links, and letters of one link. */
const LONGEST_MARKUP = 2_000_000
const MOST_LINKS = 5_000
const LONGEST_LINK = 2_000
const LOOK_AGAIN_MS = 100

/** Runs in a world of its own, in which the page's scripts changed nothing. */
const READ = `((waited, selector, most) => {
  const found = (query) => { try { return document.querySelector(query) } catch { return undefined } };
  for (const query of [waited, selector]) if (query && found(query) === undefined) return { invalid: query };
  if (waited && !found(waited)) return { waits: true };
  const element = selector ? found(selector) : document.body;
  const links = Array.from(document.links).slice(0, most.links).map(({ href }) => String(href).slice(0, most.link));
  return { url: location.href, markup: (element ? element.innerHTML : '').slice(0, most.markup), links };
})`

/** Reads what a page shows, once there is what is waited for. @throws RunnelError `invalid_input` for what is no selector */
export async function readContent(
  { send }: CdpConnection,
  { sessionId, frameId }: OpenedPage,
  { request: { waitForSelector = '', selector = '' }, signal }: { request: PageRequest; signal: AbortSignal },
): Promise<PageContent> {
  const most = { markup: LONGEST_MARKUP, links: MOST_LINKS, link: LONGEST_LINK }
  const given = [waitForSelector, selector, most].map((each) => JSON.stringify(each)).join()

  async function look(): Promise<Partial<PageContent> & { invalid?: string }> {
    const world = await send('Page.createIsolatedWorld', { frameId, worldName: 'reader' }, sessionId)
    const { executionContextId: contextId = null } = world
    const read = await send(
      'Runtime.evaluate',
      { expression: `${READ}(${given})`, contextId, returnByValue: true },
      sessionId,
    )
    return (read.result as { value?: Partial<PageContent> }).value ?? {}
  }

  for (;;) {
    const { invalid, url, markup, links } = await look().catch((error: unknown) => {
      // A page that goes on to another one just now has nothing to read.
      if (error instanceof CdpRefusal)
        return { invalid: undefined, url: undefined, markup: undefined, links: undefined }
      throw error
    })
    if (invalid !== undefined)
      throw noSelector(invalid, invalid === waitForSelector ? 'waitForSelector' : 'selector')
    if (url !== undefined && markup !== undefined && links !== undefined) return { url, markup, links }
    await wait(LOOK_AGAIN_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

function noSelector(text: string, path: string): RunnelError {
  const message = `“${text.slice(0, 200)}” is no CSS selector.`
  return new RunnelError('invalid_input', `${message} Correct it, such as main article.`, {
    issues: [{ path, message }],
  })
}
