import type { PageContent, PageRequest } from '@runnel/contract'
import type { EgressFetch } from '../egress/create-egress.ts'

/** How a page is opened. */
export interface OpenPage {
  /** The way out: whatever the page asks for is fetched by it. */
  fetch: EgressFetch
  signal: AbortSignal
}

/** The browser that the operator gives. */
export interface Browser {
  /**
   * Opens a page in a context of its own, which is gone afterwards, and reads what it shows.
   * @throws RunnelError `egress_denied`, `upstream_error` (page or browser, time, limits), `invalid_input` for a selector, `unavailable` when all its places are taken
   */
  readPage(request: PageRequest, how: OpenPage): Promise<PageContent>
  /** Ends all connections, and with them what the browser has open. */
  close(): Promise<void>
}
