import type { Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { tabTo } from './company.ts'

/** Somebody who uses a page by its keys alone: after each act the focus must stand somewhere. */
export interface KeyboardHand {
  /** Goes by Tab to what is meant, and presses a key there; Enter unless said otherwise. */
  act(target: Locator, key?: string): Promise<void>
  /** Goes by Tab to a field and writes into it, in place of what stands there. */
  write(field: Locator, text: string): Promise<void>
  /** Presses a key where the focus is. */
  press(key: string): Promise<void>
  /** Fails unless the page tells an outcome to who cannot see it, and the focus has a place once the page rests. */
  isTold(words: string | RegExp): Promise<void>
  /** Fails unless the focus has a place once the page rests. */
  keepsFocus(after: string): Promise<void>
}

/** Whether the page has nothing more to ask or to draw: what takes the focus away comes with an answer. */
function watchRest(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  const isCall = (request: Request) => request.url().includes('/api/v1/')
  page.on('request', (request) => void (isCall(request) && open.add(request)))
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
  return async () => {
    for (let calm = 0; calm < 3; ) {
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
      calm = open.size === 0 ? calm + 1 : 0
    }
  }
}

function placeOfFocus(): string {
  const { activeElement: element, body } = document
  return element === null || element === body ? 'nowhere' : 'somewhere'
}

/** The keys of a page, for journeys that use nothing else. */
export function keyboardHandOf(page: Page): KeyboardHand {
  const rest = watchRest(page)
  const keepsFocus = async (after: string) => {
    await rest()
    await expect
      .poll(() => page.evaluate(placeOfFocus), { message: `focus after ${after}` })
      .toBe('somewhere')
  }
  const press = async (key: string) => {
    await page.keyboard.press(key)
    await keepsFocus(key)
  }
  return {
    press,
    keepsFocus,
    act: async (target, key = 'Enter') => {
      await tabTo(page, target)
      await page.keyboard.press(key)
      await keepsFocus(`${key} on ${target}`)
    },
    write: async (field, text) => {
      await tabTo(page, field)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    isTold: async (words) => {
      const live = page.locator('[role="status"], [role="alert"], [aria-live]')
      await live.filter({ hasText: words }).first().waitFor({ state: 'attached' })
      await keepsFocus(`“${words}”`)
    },
  }
}
