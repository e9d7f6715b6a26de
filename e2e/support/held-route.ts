import type { Page, Request } from 'playwright-core'

/** Calls of a page that wait on their way. */
export interface HeldCalls {
  /** Resolves when one waits. */
  met: Promise<void>
  /** Lets them all go on, and those that come later. */
  letGo(): void
}

/**
 * Holds calls of a page: `ask` before the server hears of them, `answer` when it has answered and the page has not heard of
 * it yet.
 */
export async function holdCalls(
  page: Page,
  pattern: string,
  { what, of = () => true }: { what: 'ask' | 'answer'; of?: (request: Request) => boolean },
): Promise<HeldCalls> {
  const met = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    if (!of(route.request())) return route.fallback()
    const response = what === 'answer' ? await route.fetch() : undefined
    met.resolve()
    await go.promise
    // The page may be gone by then.
    await (response ? route.fulfill({ response }) : route.continue()).catch(() => undefined)
  })
  return { met: met.promise, letGo: go.resolve }
}

/** Keeps the document that stands: whatever would load another one is cut off. Resolves with what was to be loaded. */
export async function keepDocument(page: Page): Promise<{ left: Promise<string> }> {
  const left = Promise.withResolvers<string>()
  await page.route('**/*', async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback()
    left.resolve(new URL(route.request().url()).pathname)
    await route.abort('aborted')
  })
  return { left: left.promise }
}
