import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { setColours } from '../support/colours.ts'
import { drawFlow, formOf } from '../support/draw-flow.ts'
import { prepareJourney } from '../support/journey.ts'
import { type ModelVendors, startModelVendors } from '../support/model-vendors.ts'
import { type DrawnFlow, MOST_USED, mostUsedFlows } from '../support/most-used-flows.ts'
import { expectNoSidewaysScroll } from '../support/page-width.ts'
import { printPdf } from '../support/print-pdf.ts'

const PASSAGE = 'Green tea is steeped at seventy degrees.'
const HERE = 'most-used-nodes.test.ts'

let vendors: ModelVendors
let flows: Record<string, DrawnFlow>
beforeAll(async () => {
  vendors = await startModelVendors(/Green tea[^."\\]*\./)
})
afterAll(() => vendors.close())

const journey = prepareJourney(() => ({ EGRESS_ALLOW: vendors.hosts }))
/** Forms that were looked at: one of a kind is enough. */
const seen = new Set<string>()

beforeAll(async () => {
  const { page, visitor } = journey
  page.on('filechooser', () => undefined)
  // Until its address is written, a node asks the usual one for its models.
  visitor.watch.allow('/node-load-method/')
  const tea = await printPdf(visitor.context, [PASSAGE, 'Black tea wants boiling water.'])
  flows = mostUsedFlows(vendors.addresses, { name: 'tea.pdf', mimeType: 'application/pdf', buffer: tea })
  await signInAsAdministrator(page)
})

/** A form that is filled for the first time is looked at. */
async function look(label: string): Promise<void> {
  if (!seen.has(label)) await expectAccessible(journey.page, `the form of ${label}`, { within: '.inspector' })
  seen.add(label)
}

test.each(['documents', 'tools', 'loop', 'telephone'])(
  'nodes that people use most are drawn, filled in, wired and talked to: %s',
  async (title) => {
    const { page } = journey
    const flow = flows[title] as DrawnFlow
    await page.setViewportSize({ width: flow.width ?? 1440, height: 900 })
    await page.goto(flow.canvas)
    await drawFlow(page, flow, look)
    await canvasOf(page).save()
    await chatOf(page).open()
    for (const { question, answer, said = [] } of flow.asks) {
      if (flow.speaker) vendors.speakers[flow.speaker].respondWith(...said)
      expect(await chatOf(page).ask(question)).toContain(answer)
    }
    await expectNoSidewaysScroll(page, title)
    await setColours(page, 'dark')
    await expectAccessible(page, `${title}, dark`, 'contrast')
    await setColours(page, 'light')
    await expectAccessible(page, title)
    await page.setViewportSize({ width: 1440, height: 900 })
  },
)

test('a field that is left for the one below stays as high as it is until the click is done', async () => {
  const { page } = journey
  await page.goto('/v2/agentcanvas')
  await canvasOf(page).add('Condition Agent')
  const form = formOf(page, 'Condition Agent')
  const model = form.getByRole('combobox', { name: 'Model', exact: true })
  const next = form.getByRole('textbox', { name: 'Instructions', exact: true })
  await form.getByText('This node is not connected to anything').waitFor()
  await model.focus()
  const before = await next.boundingBox()
  if (!before) throw new Error('The field is not drawn')
  await page.mouse.move(before.x + 20, before.y + 20)
  await page.mouse.down()
  await next.and(page.locator(':focus')).waitFor()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await next.boundingBox()).toEqual(before)
  await page.mouse.up()
  const left = page.getByRole('combobox', { name: 'Model', exact: true })
  await form.locator('.field[data-invalid]', { has: left }).waitFor()
})

test('each of the thirty is drawn by the journey that the table names, or is not to be had', async () => {
  const api = await openApi(journey.product.address)
  const stored = JSON.stringify(await api.get('/chatflows'))
  const known = new Map(
    (await api.get<{ name: string; label: string }[]>('/nodes')).map(({ name, label }) => [name, label]),
  )
  const faults: string[] = []
  for (const [type, journeyFile] of Object.entries(MOST_USED)) {
    const label = known.get(type)
    const isDrawn = async (file: string) => {
      return file === HERE
        ? stored.includes(type)
        : (await readFile(join(import.meta.dirname, file), 'utf8')).includes(`'${label}'`)
    }
    const isRight = journeyFile === undefined ? label === undefined : await isDrawn(journeyFile)
    if (!isRight) faults.push(type)
  }
  expect(faults).toEqual([])
  expect(Object.keys(MOST_USED)).toHaveLength(30)
})
