import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Begins to wait for the next preview of a loader; the call that it gives ends when that is shown, and nothing is dimmed. */
export function waitForPreview(preview: Locator): () => Promise<void> {
  const answered = preview.page().waitForResponse(/\/loader\/preview/)
  return async () => {
    await answered
    await expect.poll(() => preview.getAttribute('aria-busy')).toBe('false')
  }
}
