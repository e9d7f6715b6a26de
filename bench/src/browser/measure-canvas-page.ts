import type { Browser, Page } from 'playwright-core'
import { percentile } from '../figures/percentile.ts'
import { type CanvasVisit, openSignedIn } from './open-signed-in.ts'
import { readFrameWork, type TraceEvent } from './read-frame-work.ts'

const QUIET_MS = 1_000
const GIVE_UP_MS = 120_000
const MILLISECONDS = 1_000
const PAN_MOVES = 120
const PAN_STEP = 4
const FRAME_MS = 16
const CATEGORIES = [
  'toplevel',
  'devtools.timeline',
  'devtools.timeline.frame',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
]

/** What the visitor's browser had to do. */
export interface CanvasFigures {
  /** From the navigation to the last long task after which the page stays quiet, its nodes there. */
  settledSeconds: number
  /** Main-thread work per frame while panning, p95 in milliseconds. */
  frameP95: number
}

/** What is written into the palette's search: words of labels, and such as people use instead. */
const SEARCHES = ['chat openai', 'retriever', 'vector db', 'memory']
const KEY_MS = 60

/**
 * Writes into the search of a palette that offers the whole catalogue: main-thread work per frame while writing, p95 in
 * milliseconds. The flow is an empty chat flow.
 */
export async function measurePaletteSearch(browser: Browser, visit: CanvasVisit): Promise<number> {
  const page = await openSignedIn(browser, visit)
  await page.goto(`/canvas/${visit.flowId}`)
  const palette = page.getByRole('region', { name: 'Add nodes' })
  const toggle = page.getByRole('button', { name: 'Add nodes' })
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
  const search = palette.getByLabel('Search nodes')
  const items = palette.locator('.palette-item')
  await items.first().waitFor()
  const all = await items.count()
  await browser.startTracing(page, { categories: CATEGORIES })
  for (const words of SEARCHES) {
    await search.pressSequentially(words, { delay: KEY_MS })
    await items.nth(all - 1).waitFor({ state: 'detached' })
    await search.fill('')
    await items.nth(all - 1).waitFor()
  }
  const trace = await browser.stopTracing()
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  return percentile(readFrameWork(traceEvents), 95)
}

/** Opens a flow as somebody who was on another page before, waits until it has settled, and drags the canvas about. */
export async function measureCanvasPage(browser: Browser, visit: CanvasVisit): Promise<CanvasFigures> {
  const page = await openSignedIn(browser, visit)
  const settledSeconds = await openCanvas(page, visit.flowId)
  return { settledSeconds, frameP95: percentile(await tracePanning(browser, page), 95) }
}

async function openCanvas(page: Page, flowId: string): Promise<number> {
  await page.addInitScript(watchPage)
  await page.goto(`/v2/agentcanvas/${flowId}`, { waitUntil: 'commit' })
  const settled = await page.waitForFunction(
    (quietMs) => {
      const { nodesAt, busyUntil } = window.benchWatch
      if (nodesAt === undefined) return undefined
      const settledAt = Math.max(nodesAt, busyUntil)
      return performance.now() - settledAt > quietMs ? settledAt : undefined
    },
    QUIET_MS,
    { timeout: GIVE_UP_MS },
  )
  return Number(await settled.jsonValue()) / MILLISECONDS
}

declare global {
  interface Window {
    /** When nodes were first shown and when the last long task ended, in milliseconds since the navigation. */
    benchWatch: { nodesAt: number | undefined; busyUntil: number }
  }
}

/** Runs inside the page, before it. */
function watchPage(): void {
  const watch: Window['benchWatch'] = { nodesAt: undefined, busyUntil: 0 }
  window.benchWatch = watch
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      watch.busyUntil = Math.max(watch.busyUntil, startTime + duration)
  }).observe({ entryTypes: ['longtask'] })
  const look = () => {
    if (document.querySelector('.react-flow__node') !== null) watch.nodesAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function tracePanning(browser: Browser, page: Page): Promise<number[]> {
  const { x, y } = await findEmptyPlace(page)
  await page.mouse.move(x, y)
  await page.mouse.down()
  const before = await readTransform(page)
  await browser.startTracing(page, { categories: CATEGORIES })
  for (let n = 1; n <= PAN_MOVES; n++) {
    // There and back, so that the canvas stays in sight.
    const way = PAN_STEP * (n < PAN_MOVES / 2 ? n : PAN_MOVES - n)
    await page.mouse.move(x + way, y + way / 2)
    await page.waitForTimeout(FRAME_MS)
    if (n === PAN_MOVES / 2 && (await readTransform(page)) === before)
      throw new Error('The canvas did not move under the mouse.')
  }
  const trace = await browser.stopTracing()
  await page.mouse.up()
  return readFrameWork((JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents)
}

function readTransform(page: Page): Promise<string> {
  return page.locator('.react-flow__viewport').evaluate((element) => element.getAttribute('style') ?? '')
}

/** A place of the canvas where neither a node nor a panel lies. */
function findEmptyPlace(page: Page): Promise<{ x: number; y: number }> {
  return page.evaluate(() => {
    const step = 7
    for (let y = 100; y < window.innerHeight - 50; y += step)
      for (let x = 300; x < window.innerWidth - 300; x += step)
        if (document.elementFromPoint(x, y)?.classList.contains('react-flow__pane')) return { x, y }
    throw new Error('The canvas shows no empty place.')
  })
}
