import type { Page } from 'playwright-core'

/** Collects what must never happen on a page. */
export interface PageWatch {
  /** Console errors, uncaught errors, refusals of the content policy and failed requests, oldest first. */
  readonly faults: string[]
  /** Allows faults that hold this text from now on: for journeys that provoke them. */
  allow(text: string): void
}

/** Watches a page from its first request on. */
export function watchPage(page: Page): PageWatch {
  const faults: string[] = []
  const allowed: string[] = []
  const report = (fault: string) => {
    if (!allowed.some((text) => fault.includes(text))) faults.push(fault)
  }
  page.on('pageerror', (error) => report(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' || /content security policy/i.test(text)) {
      report(`console: ${text} (${message.location().url})`)
    }
  })
  return { faults, allow: (text) => void allowed.push(text) }
}
