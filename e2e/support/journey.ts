import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type JourneyDatabaseKind, USUAL_DATABASE } from './journey-database.ts'
import { type BrowserKind, openBrowser } from './open-browser.ts'
import { type Product, startProduct } from './start-product.ts'
import { type PageWatch, watchPage } from './watch-page.ts'

const RESULTS = join(import.meta.dirname, '../../test-results')
/** On PostgreSQL the run of a dead process is taken over when its lease ends, 19 seconds later at most. */
const WAIT_MS: Record<JourneyDatabaseKind, number> = { sqlite: 15_000, postgres: 30_000 }

/** A person at a browser of their own: cookies and storage are shared with nobody. */
export interface Visitor {
  context: BrowserContext
  page: Page
  watch: PageWatch
  /** A second tab of the same browser. */
  openTab(): Promise<{ page: Page; watch: PageWatch }>
}

/** What the tests of one file share: the product, started for them, and the first visitor. */
export interface Journey {
  readonly product: Product
  readonly visitor: Visitor
  readonly page: Page
  openVisitor(options?: BrowserContextOptions): Promise<Visitor>
}

/**
 * Starts product and browser before the tests of a file and ends them after. After each test no page may have reported
 * a fault; where a test failed, pictures of the pages lie in `test-results`.
 */
export function prepareJourney(
  readSettings: () => Record<string, string> = () => ({}),
  browserKind: BrowserKind = {},
  database: JourneyDatabaseKind = USUAL_DATABASE,
): Journey {
  let product: Product | undefined
  let browser: Browser | undefined
  let first: Visitor | undefined
  const watched: { page: Page; watch: PageWatch }[] = []
  const contexts: BrowserContext[] = []

  const openTab = async (context: BrowserContext) => {
    const page = await context.newPage()
    // The browser's own question before unsaved work is left. Listeners of tests, which may find none, would add up.
    page.on('dialog', (question) => void question.accept().catch(() => undefined))
    const tab = { page, watch: watchPage(page) }
    watched.push(tab)
    return tab
  }
  const openVisitor = async (options: BrowserContextOptions = {}): Promise<Visitor> => {
    const context = await given(browser).newContext({
      baseURL: given(product).address,
      viewport: { width: 1440, height: 900 },
      ...options,
    })
    contexts.push(context)
    context.setDefaultTimeout(WAIT_MS[database])
    return { context, ...(await openTab(context)), openTab: () => openTab(context) }
  }

  beforeAll(async () => {
    product = await startProduct(readSettings(), database)
    browser = await openBrowser(browserKind)
    first = await openVisitor()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await takePictures(watched, task.name)
    expect(
      watched.flatMap(({ watch }) => watch.faults),
      'faults reported by the pages',
    ).toEqual([])
  })
  afterAll(async () => {
    for (const context of contexts) await context.close()
    await product?.stop()
  })
  return {
    get product() {
      return given(product)
    },
    get visitor() {
      return given(first)
    },
    get page() {
      return given(first).page
    },
    openVisitor,
  }
}

async function takePictures(tabs: readonly { page: Page }[], name: string): Promise<void> {
  await mkdir(RESULTS, { recursive: true })
  const open = tabs.filter(({ page }) => !page.isClosed())
  for (const [index, { page }] of open.entries()) {
    await page.screenshot({ path: join(RESULTS, `${name.replaceAll(/\W+/g, '-')}-${index}.png`) })
  }
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The journey has not begun: use it inside of tests.')
  return value
}
