import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { prepareJourney } from '../support/journey.ts'
import { publishedFlow } from '../support/published-flow.ts'

interface FlowFile {
  nodes: { id: string; position: unknown; data: { name: string; inputs: Record<string, unknown> } }[]
  edges: { source: string; target: string; targetHandle: string }[]
}

const journey = prepareJourney()

async function importFile(name: string, text: string) {
  await journey.page.locator('input[type="file"]').setInputFiles({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
}

/** Chooses an action from the menu of a flow. */
async function choose(flow: string, action: string) {
  const { page } = journey
  await page.getByRole('button', { name: `Actions for ${flow}`, exact: true }).click()
  const menu = page.getByRole('menu', { name: `Actions for ${flow}`, exact: true })
  await menu.getByRole('menuitem', { name: action }).click()
}

async function exportFlow(name: string): Promise<FlowFile> {
  const { page } = journey
  const [download] = await Promise.all([page.waitForEvent('download'), choose(name, 'Export')])
  return JSON.parse(await readFile(await download.path(), 'utf8')) as FlowFile
}

test('a published flow is imported whole, and its repairs are listed', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await importFile('Pirate Chatflow.json', publishedFlow)
  const report = page.getByRole('dialog', { name: '“Pirate” is imported' })
  await report.getByText(/repairs?$/).click()
  const text = await report.innerText()
  expect(text.match(/The type "parrot" is not known here/g)).toHaveLength(1)
  expect(text).toContain('Conversation Chain')
  expect(text).not.toContain('conversationChain_0')
  await report.getByRole('link', { name: 'Open the flow' }).click()
  await canvasOf(page).card('Parrot').waitFor()
  const fault = page.getByRole('img', { name: /^Cannot run: The type "parrot" is not known here/ })
  await fault.waitFor()
  expect(await fault.count()).toBe(1)
  expect(await canvasOf(page).edges().count()).toBe(2)
  await page.getByRole('button', { name: /^\d+ problems/ }).click()
  await page
    .getByRole('region', { name: 'Problems' })
    .getByText('The type "parrot" is not known here')
    .waitFor()
})

test('its repairs stand on the canvas with their nodes, also after a reload, until they are dismissed', async () => {
  const { page } = journey
  const repairs = page.getByRole('region', { name: 'Repaired at import' })
  const readRepairs = async () => {
    await repairs.waitFor()
    expect(await repairs.getByRole('heading').allInnerTexts()).toContain('Buffer Memory')
    expect(await repairs.innerText()).toContain('came without a version')
  }
  await readRepairs()
  await page.reload()
  await page.getByRole('button', { name: /^\d+ problems/ }).click()
  await readRepairs()
  await expectAccessible(page, 'the repairs of an import')
  await repairs
    .getByRole('button', { name: /Buffer Memory|came without a version/ })
    .first()
    .click()
  await page
    .getByRole('region', { name: /Buffer Memory/ })
    .first()
    .waitFor()
  await repairs.getByRole('button', { name: 'Dismiss' }).click()
  await repairs.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Close the problems' }).and(page.locator(':focus')).waitFor()
  await page.reload()
  await canvasOf(page).card('Parrot').waitFor()
  await page.getByRole('button', { name: /^\d+ problems/ }).click()
  await page.getByRole('region', { name: 'Problems' }).getByText('parrot').first().waitFor()
  expect(await repairs.count()).toBe(0)
})

test('the list shows which node of a flow cannot run', async () => {
  const { page } = journey
  const address = page.url()
  await page.goto('/chatflows?q=Pirate')
  await page.getByRole('img', { name: 'parrot: this node cannot run here' }).waitFor()
  await page.goto(address)
})

test('its export holds every value and no credential, and comes back the same [S5-FEXP-04]', async () => {
  const { page } = journey
  await page.getByRole('link', { name: 'Back to the list' }).click()
  const first = await exportFlow('Pirate')
  const inputsOf = (file: FlowFile, id: string) => file.nodes.find((node) => node.id === id)?.data.inputs
  expect(first.nodes.map(({ id }) => id).sort()).toEqual([
    'bufferMemory_0',
    'chatOpenAI_0',
    'conversationChain_0',
    'parrot_0',
  ])
  expect(inputsOf(first, 'chatOpenAI_0')).toMatchObject({ modelName: 'gpt-3.5-turbo', temperature: '0.3' })
  expect(inputsOf(first, 'parrot_0')).toMatchObject({ says: 'Pieces of eight' })
  expect(inputsOf(first, 'conversationChain_0')).toMatchObject({
    model: '{{chatOpenAI_0.data.instance}}',
    systemMessagePrompt: 'Talk like a pirate.',
  })
  expect(JSON.stringify(first)).not.toContain('5f0f5c1e')
  await importFile('Again Chatflow.json', JSON.stringify(first))
  await page
    .getByRole('dialog', { name: '“Again” is imported' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click()
  const second = await exportFlow('Again')
  expect({ nodes: second.nodes, edges: second.edges }).toEqual({ nodes: first.nodes, edges: first.edges })
})

test('a file that is no flow is refused with its reason [S5-WIMP-01 S5-WIMP-02 S8-MSG-01]', async () => {
  const { page } = journey
  await importFile('Broken.json', '{"nodes": [,]}')
  await page.getByText('Failed to import: Invalid Imported File').waitFor()
  await importFile('notes.txt', 'nothing')
  expect(await page.getByRole('link', { name: /Broken|notes/ }).count()).toBe(0)
})

test('a flow is renamed, duplicated and deleted, each after saying what happens [S2-DLG-11 S4-CANVAS-05]', async () => {
  const { page } = journey
  await choose('Again', 'Rename')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Corsair')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('link', { name: 'Corsair', exact: true }).waitFor()
  await choose('Corsair', 'Duplicate')
  await page.getByRole('link', { name: 'Corsair (copy)' }).waitFor()
  await choose('Corsair (copy)', 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete “Corsair (copy)”?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Corsair (copy)' }).waitFor()
  await choose('Corsair (copy)', 'Delete')
  await question.getByRole('button', { name: 'Delete flow' }).click()
  await page.getByRole('link', { name: 'Corsair (copy)' }).waitFor({ state: 'detached' })
})

test('search, order and view stand in the address', async () => {
  const { page } = journey
  await page.getByRole('searchbox').fill('pirate')
  await page.getByRole('link', { name: 'Corsair', exact: true }).waitFor({ state: 'detached' })
  await page.getByTitle('Table').click()
  await page.getByRole('table').waitFor()
  const address = page.url()
  expect(new URL(address).search).toContain('pirate')
  await page.reload()
  await page.getByRole('table').getByRole('link', { name: 'Pirate' }).waitFor()
  expect(page.url()).toBe(address)
})
