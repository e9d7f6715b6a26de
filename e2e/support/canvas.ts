import type { Locator, Page, Request } from 'playwright-core'
import { restingBox } from './resting-box.ts'

/** A port of a card: the card's name, and the port's own where the card has several on that side. */
export interface PortName {
  node: string
  port?: string
}

/** The canvas of a page, as a person with a mouse uses it. */
export interface Canvas {
  /** The card that bears this name. */
  card(name: string): Locator
  /** Takes a node from the palette: search, then a click. The form of the new node opens. */
  add(label: string): Promise<void>
  /** Drags a type of node from the palette to a place of the canvas, in pixels from its corner. */
  drop(label: string, place: { x: number; y: number }): Promise<void>
  /** Draws an edge from one port to another. */
  connect(from: PortName, to: PortName): Promise<void>
  /** Closes the form of the node. */
  closeForm(): Promise<void>
  save(): Promise<void>
  edges(): Locator
}

/** Works with the canvas of a page. */
export function canvasOf(page: Page): Canvas {
  const palette = page.getByRole('region', { name: 'Add nodes' })
  const card = (name: string) =>
    page.locator('.react-flow__node', { has: page.getByText(name, { exact: true }) })
  const findPort = (side: 'in' | 'out', { node, port }: PortName) =>
    card(node).locator(
      port === undefined ? `[data-handleid^="${side}:"]` : `[data-handleid^="${side}:"][title="${port}"]`,
    )
  const find = async (label: string) => {
    const toggle = page.getByRole('button', { name: 'Add nodes' })
    if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
    const best = palette.locator('[data-best="true"]')
    // The list follows what is written a little later, and what an earlier search found may begin with the same words.
    await palette.getByLabel('Search nodes').fill('')
    await best.waitFor({ state: 'detached' })
    await palette.getByLabel('Search nodes').fill(label)
    return best.and(
      palette.getByRole('button', { name: new RegExp(`^${label.replaceAll(/[()]/g, '\\$&')}`) }),
    )
  }
  return {
    card,
    async add(label) {
      await (await find(label)).click()
      await page.getByRole('region', { name: `Settings of ${label}` }).waitFor()
    },
    async drop(label, place) {
      const item = await find(label)
      await item.dragTo(page.locator('.react-flow__pane'), { targetPosition: place })
      await page.getByRole('region', { name: `Settings of ${label}` }).waitFor()
    },
    async connect(from, to) {
      const before = await page.locator('.react-flow__edge').count()
      const start = await middleOf(findPort('out', from))
      const end = await middleOf(findPort('in', to))
      await page.mouse.move(start.x, start.y)
      await page.mouse.down()
      await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 })
      await page.mouse.move(end.x, end.y, { steps: 4 })
      await page.mouse.up()
      await page.locator('.react-flow__edge').nth(before).waitFor({ state: 'attached' })
    },
    async closeForm() {
      await page.getByRole('button', { name: 'Close the settings' }).click()
    },
    async save() {
      const save = page.getByRole('button', { name: 'Save', exact: true })
      // The words about an earlier save may still stand there.
      const answered = page.waitForResponse((response) => isSave(response.request()) && response.ok())
      await save.and(page.locator('[aria-disabled="false"]')).click()
      await answered
      await page
        .locator('.flow-name-state')
        .getByText(/^saved /)
        .waitFor()
      await page
        .getByText(/^The flow is saved\./)
        .last()
        .waitFor()
    },
    edges: () => page.locator('.react-flow__edge'),
  }
}

function isSave(request: Request): boolean {
  const { pathname } = new URL(request.url())
  const isNew = request.method() === 'POST' && pathname === '/api/v1/chatflows'
  return isNew || (request.method() === 'PATCH' && pathname.startsWith('/api/v1/chatflows/'))
}

async function middleOf(port: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await restingBox(port)
  return { x: x + width / 2, y: y + height / 2 }
}
