import type { Browser, Page } from 'playwright-core'
import { percentile } from '../figures/percentile.ts'
import { type CanvasVisit, openSignedIn } from './open-signed-in.ts'

/** What is typed, over and over: keys as fast as people type, and pauses in which the editor looks through the flow. */
const WORDS = 'Answer in two sentences, and name the page. '
const KEYS = 220
const KEY_MS = 70
const PAUSE_AFTER = 22
/** Longer than the moment for which the editor waits before it looks for problems and keeps what is not saved. */
const PAUSE_MS = 400
const LINE = 'The quick brown fox jumps over the lazy dog.\n'
const GIVE_UP_MS = 60_000

/** How long somebody waits for what they type, in milliseconds. */
export interface TypingFigures {
  /** From each press of a key to the frame that shows what it wrote. */
  keys: { median: number; p95: number }
  /** From the press that pastes to the frame that shows the text; undefined where nothing was pasted. */
  paste: number | undefined
}

/**
 * Opens a flow, and types into the message of its card `card`. With `pasted` characters the message is replaced before
 * by a text of that length from the clipboard, and typing goes on at its end.
 */
export async function measureTyping(
  browser: Browser,
  visit: CanvasVisit,
  { card, pasted }: { card: string; pasted?: number },
): Promise<TypingFigures> {
  const page = await openSignedIn(browser, visit)
  await page.addInitScript(watchKeys)
  await page.goto(`/v2/agentcanvas/${visit.flowId}`)
  await openForm(page, card)
  const field = page.getByRole('textbox', { name: /^Message/ })
  await field.click()
  const paste = pasted === undefined ? undefined : await pasteOver(page, pasted)
  await page.keyboard.press('Control+End')
  await takeWaits(page)
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press(WORDS[key % WORDS.length] ?? ' ')
    await page.waitForTimeout(key % PAUSE_AFTER === PAUSE_AFTER - 1 ? PAUSE_MS : KEY_MS)
  }
  const waits = await takeWaits(page)
  if (waits.length < KEYS) throw new Error(`Only ${waits.length} of ${KEYS} keys were followed by a frame.`)
  return { keys: { median: percentile(waits, 50), p95: percentile(waits, 95) }, paste }
}

/** Goes to a node by its name, as a flow of many is gone through, and opens its form. */
async function openForm(page: Page, card: string): Promise<void> {
  await page.locator('.react-flow__node').first().waitFor()
  await page.keyboard.press('Control+k')
  const finder = page.getByRole('dialog', { name: 'Go to a node' })
  await finder.getByRole('combobox').fill(card)
  await finder.getByRole('option').first().click()
  await page.locator('.react-flow__node.selected').click()
  await page.getByRole('region', { name: `Settings of ${card}`, exact: true }).waitFor()
}

/** Replaces what stands in the field by a text from the clipboard, and waits until it is drawn. */
async function pasteOver(page: Page, characters: number): Promise<number> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    LINE.repeat(Math.ceil(characters / LINE.length)).slice(0, characters),
  )
  await page.keyboard.press('Control+a')
  await takeWaits(page)
  const pressed = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        document.addEventListener(
          'keydown',
          (event) => {
            if (event.key === 'v') resolve(event.timeStamp)
          },
          { capture: true },
        )
      }),
  )
  await page.keyboard.press('Control+v')
  const shown = await page.waitForFunction(
    () => document.querySelector('.code-editor .cm-content:focus .cm-line') !== null && performance.now(),
    undefined,
    { timeout: GIVE_UP_MS },
  )
  return Number(await shown.jsonValue()) - (await pressed)
}

declare global {
  interface Window {
    /** How long each key waited for the frame that shows what it wrote, in milliseconds. */
    benchWaits: number[]
  }
}

/** What was noted so far, which is then forgotten; the last key has its frame by then. */
function takeWaits(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return window.benchWaits.splice(0)
  })
}

/**
 * Runs inside the page, before it. A press is counted from the time at which the browser took it from the keyboard, so
 * that work which holds the page just then counts too; it ends once the frame after what it wrote was painted.
 */
function watchKeys(): void {
  window.benchWaits = []
  let pressedAt: number | undefined
  const options = { capture: true }
  document.addEventListener('keydown', ({ timeStamp }) => (pressedAt = timeStamp), options)
  document.addEventListener(
    'input',
    () => {
      const from = pressedAt
      pressedAt = undefined
      if (from === undefined) return
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        // Comes when the frame was handed over: a callback of the frame itself comes before its layout and painting.
        port1.onmessage = () => window.benchWaits.push(performance.now() - from)
        port2.postMessage(undefined)
      })
    },
    options,
  )
}
