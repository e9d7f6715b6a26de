import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const GONE = 'framesWithoutCanvas'

/** Looks at every frame from now on whether the canvas that is there now still is. */
export async function watchCanvas(page: Page): Promise<void> {
  await page.evaluate((gone) => {
    const canvas = document.querySelector('.react-flow')
    let frames = 0
    const look = () => {
      if (!canvas?.isConnected || canvas.getClientRects().length === 0) frames += 1
      document.documentElement.dataset[gone] = String(frames)
      requestAnimationFrame(look)
    }
    look()
  }, GONE)
}

/** Fails when the canvas was unmounted or hidden in any frame since `watchCanvas`. */
export async function expectCanvasStayed(page: Page, what: string): Promise<void> {
  const frames = await page.evaluate((gone) => document.documentElement.dataset[gone], GONE)
  expect(frames, `frames without the canvas: ${what}`).toBe('0')
}
