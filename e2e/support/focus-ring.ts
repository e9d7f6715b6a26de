import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What cuts off the frame of what has the focus. Runs in the page. */
function findCuts(): string[] {
  const focused = document.activeElement
  if (!focused?.matches(':focus-visible')) return ['nothing has the focus by the keyboard']
  const { outlineOffset, outlineWidth } = getComputedStyle(focused)
  const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth) - 0.5
  const box = focused.getBoundingClientRect()
  const around: Element[] = []
  for (let at = focused.parentElement; at && at !== document.body; at = at.parentElement) around.push(at)
  const cuts = (element: Element): boolean => {
    const edge = element.getBoundingClientRect()
    const { overflowX, overflowY } = getComputedStyle(element)
    const isWide = box.left - reach < edge.left || box.right + reach > edge.right
    const isHigh = box.top - reach < edge.top || box.bottom + reach > edge.bottom
    return (overflowX !== 'visible' && isWide) || (overflowY !== 'visible' && isHigh)
  }
  return around.filter(cuts).map(({ className }) => `${focused.className} in ${className}`)
}

/** Fails where the frame of what has the focus is cut off by something around it that hides what stands out. */
export async function expectWholeRing(page: Page, what: string): Promise<void> {
  const cuts = () => page.evaluate(findCuts)
  await expect.poll(cuts, { message: `what cuts off the ring of ${what}` }).toEqual([])
}
