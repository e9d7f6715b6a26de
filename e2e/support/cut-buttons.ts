import type { Page } from 'playwright-core'

/** The words of the buttons of a page that are not seen whole. */
export function cutButtons(page: Page): Promise<string[]> {
  return page
    .locator('.mantine-Button-label:visible')
    .evaluateAll((labels) =>
      labels
        .filter(
          (label) => label.scrollWidth > label.clientWidth + 1 || label.scrollHeight > label.clientHeight + 1,
        )
        .map((label) => label.textContent ?? ''),
    )
}
