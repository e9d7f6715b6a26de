import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { chatOf } from '../support/chat.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { type FakeVendor, startFakeVendor } from '../support/fake-vendor.ts'
import { prepareJourney } from '../support/journey.ts'
import { expectNoSidewaysScroll, WIDTHS } from '../support/page-width.ts'

const PICTURES = process.env.PICTURES
const KEY = 'sk-for-the-pictures-0123456789'
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = { name: 'green dot.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') }
const terms = { name: 'terms.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') }
const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }
const forged = { name: 'forged.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') }

let vendor: FakeVendor
const seen: string[] = []
beforeAll(async () => {
  vendor = await startFakeVendor(KEY, (messages) => {
    seen.push(JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content))
    return { text: 'A green dot.' }
  })
})
afterAll(() => vendor.close())

const journey = prepareJourney(() => ({ EGRESS_ALLOW: vendor.host }))
const panel = () => journey.page.getByRole('region', { name: 'Chat', exact: true })
const field = () => panel().getByLabel('Your question')
const attachButton = () => panel().getByRole('button', { name: 'Attach files' })
const chips = () => panel().getByRole('list', { name: 'Attached files' }).getByRole('listitem')
const sent = () => panel().getByRole('list', { name: 'Files of the message' })

const node = (id: string, x: number, inputs: object) => ({
  id,
  type: 'agentFlow',
  position: { x, y: 160 },
  data: { id, name: id.replace(/_\d+$/, ''), label: id, inputs, outputs: {} },
})

async function makeFlow(name: string, allowImageUploads: boolean): Promise<string> {
  const api = await openApi(journey.product.address)
  const credential = { name, credentialName: 'openAIApi', plainDataObj: { openAIApiKey: KEY } }
  const { id: credentialId } = await api.post<{ id: string }>('/credentials', credential)
  const llmModelConfig = {
    llmModel: 'chatOpenAI',
    modelName: 'gpt-4o-mini',
    basepath: vendor.baseURL,
    FLOWISE_CREDENTIAL_ID: credentialId,
    allowImageUploads,
  }
  const llm = { llmModel: 'chatOpenAI', llmModelConfig, llmReturnResponseAs: 'assistantMessage' }
  const nodes = [
    node('startAgentflow_0', 0, { startInputType: 'chatInput' }),
    node('llmAgentflow_0', 400, llm),
  ]
  const edge = {
    id: 'start-llm',
    type: 'agentFlow',
    source: 'startAgentflow_0',
    target: 'llmAgentflow_0',
    sourceHandle: 'startAgentflow_0-output-startAgentflow',
    targetHandle: 'llmAgentflow_0',
  }
  const flowData = JSON.stringify({ nodes, edges: [edge] })
  const empty = { name, type: 'AGENTFLOW', flowData: '{"nodes":[],"edges":[]}' }
  const { id } = await api.post<{ id: string }>('/chatflows', empty)
  // A save by somebody who may edit credentials confirms where the key goes.
  await api.put(`/chatflows/${id}`, { flowData })
  return id
}

async function choose(...files: (typeof picture)[]): Promise<void> {
  const choosing = journey.page.waitForEvent('filechooser')
  await attachButton().click()
  await (await choosing).setFiles(files)
}

/** Holds files over an element of the page, as `drop` or `paste` bring them. */
async function bring(how: 'drop' | 'paste', name: string): Promise<void> {
  await (how === 'drop' ? panel() : field()).evaluate(
    (element, { how, name, pixel }) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: 'image/png' }))
      const common = { bubbles: true, cancelable: true }
      if (how === 'drop') element.dispatchEvent(new DragEvent('dragover', { ...common, dataTransfer: data }))
      const event =
        how === 'drop'
          ? new DragEvent('drop', { ...common, dataTransfer: data })
          : new ClipboardEvent('paste', { ...common, clipboardData: data })
      element.dispatchEvent(event)
    },
    { how, name, pixel: PIXEL },
  )
}

/** Looks at the page in all widths and colours; where `PICTURES` names a folder, pictures go there. */
async function look(what: string): Promise<void> {
  const { page } = journey
  await expectAccessible(page, what)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, what)
    for (const colour of COLOURS) {
      await setColours(page, colour)
      await expectAccessible(page, `${what}, ${width} px, ${colour}`, 'contrast')
      if (PICTURES === undefined) continue
      await mkdir(PICTURES, { recursive: true })
      await page.screenshot({ path: join(PICTURES, `${what}-${width}-${colour}.png`) })
    }
  }
  await setColours(page, 'light')
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a flow that takes no files offers none to be attached', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.goto(`/v2/agentcanvas/${await makeFlow('Blind', false)}`)
  await chatOf(page).open()
  expect(await attachButton().count()).toBe(0)
})

test('files are attached by choice, drop and paste, and others are refused by name', async () => {
  const { page } = journey
  await page.goto(`/v2/agentcanvas/${await makeFlow('Seeing', true)}`)
  await chatOf(page).open()
  await choose(picture, terms, notes)
  await panel()
    .getByRole('alert')
    .getByText('notes.txt was not attached. The flow takes JPEG, PNG, GIF, WEBP, PDF.')
    .waitFor()
  expect(await chips().count()).toBe(2)
  await look('files beside a question')
  await bring('drop', 'dropped.png')
  await bring('paste', 'pasted.png')
  await chips().nth(3).waitFor()
  expect((await chips().allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
    'green dot.png',
    'terms.pdf',
    'dropped.png',
    'pasted.png',
  ])
})

test('files are removed by keyboard, the focus goes on to the next and at last to the question', async () => {
  const { page } = journey
  const focused = (name: string) =>
    panel().getByRole('button', { name }).and(page.locator(':focus')).waitFor()
  await panel().getByRole('button', { name: 'Remove dropped.png' }).focus()
  await page.keyboard.press('Enter')
  await focused('Remove pasted.png')
  await page.keyboard.press('Enter')
  await focused('Remove terms.pdf')
  await page.keyboard.press('Enter')
  await focused('Remove green dot.png')
  await page.keyboard.press('Enter')
  await field().and(page.locator(':focus')).waitFor()
  expect(await chips().count()).toBe(0)
})

test('a refused question keeps its files and its words', async () => {
  const { page, visitor } = journey
  visitor.watch.allow('/api/v1/runs')
  await choose(picture, forged)
  await chatOf(page).send('What is on it?')
  await panel().getByText('forged.png is neither an image, a PDF nor a recording.').waitFor()
  await chips().nth(1).waitFor()
  expect(await field().inputValue()).toBe('What is on it?')
  expect(seen).toEqual([])
  await panel().getByRole('button', { name: 'Remove forged.png' }).click()
})

test('an image goes to the vendor with the question and stays in the conversation', async () => {
  const { page } = journey
  await choose(terms)
  await field().press('Enter')
  await chatOf(page).answers().last().getByText('A green dot.').waitFor()
  expect(await chips().count()).toBe(0)
  expect(seen).toHaveLength(1)
  expect(seen[0]).toContain(PIXEL)
  expect(seen[0]).toContain('What is on it?')
  const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
  const thumbnail = () => sent().last().getByRole('img', { name: 'green dot.png' })
  expect(await thumbnail().evaluate(isDrawn)).toBe(true)
  await look('files in a conversation')

  await page.reload()
  await chatOf(page).open()
  await thumbnail().waitFor()
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  expect(await thumbnail().evaluate(isDrawn)).toBe(true)
  expect(await sent().last().getByRole('link', { name: 'terms.pdf' }).getAttribute('href')).toContain(
    '/get-upload-file?',
  )
})

test('files go without words, where the flow takes files', async () => {
  const before = await chatOf(journey.page).answers().count()
  await choose(picture)
  await field().press('Enter')
  await chatOf(journey.page).answers().nth(before).getByText('A green dot.').waitFor()
  expect(seen).toHaveLength(2)
  expect(seen[1]).toContain(PIXEL)
})
