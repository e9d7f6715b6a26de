import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { type FakeVendor, startFakeVendor } from '../support/fake-vendor.ts'
import { prepareJourney } from '../support/journey.ts'
import { becomeMember } from '../support/member.ts'
import { expectNoSidewaysScroll, WIDTHS } from '../support/page-width.ts'

const KEY = 'sk-for-the-tools-0123456789'

let vendor: FakeVendor
beforeAll(async () => {
  vendor = await startFakeVendor(KEY, (messages) => {
    const told = messages.find(({ role }) => role === 'tool')
    if (told) return { text: `The tool says: ${String(told.content)}` }
    return { toolCalls: [{ name: 'get_price', input: { cups: 3 } }] }
  })
})
afterAll(() => vendor.close())

const journey = prepareJourney(() => ({ EGRESS_ALLOW: vendor.host }))
const dialogOf = (name: string) => journey.page.getByRole('dialog', { name })
const names = () => journey.page.locator('tbody .tool-name').allInnerTexts()

async function writeCode(code: string) {
  const { page } = journey
  await page.getByRole('textbox', { name: /JavaScript function/ }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(code)
}

async function expectFits(what: string) {
  const { page } = journey
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, `${what} at ${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a tool is made by keyboard, and what is missing is said at its field [S1-MNG-01]', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  const api = await openApi(journey.product.address)
  await api.post('/variables', { name: 'teahouse', value: 'Uji', type: 'static' })
  await page.getByRole('link', { name: 'Tools', exact: true }).click()
  await page.getByRole('heading', { name: 'No tools yet' }).waitFor()
  await page.getByRole('button', { name: 'New tool' }).focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf('New tool')
  await dialog.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.getByText('Say what the tool does.').waitFor()
  await dialog.getByText('Write the code.').waitFor()
  await page.keyboard.type('Get price')
  await dialog.getByText('Models call it get_price.').waitFor()
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Tells the price of tea.')
  await dialog.getByRole('button', { name: 'Add an input' }).focus()
  await page.keyboard.press('Enter')
  await dialog.locator('[data-property]:focus').waitFor()
  await page.keyboard.type('flow')
  await page.keyboard.press('Enter')
  await dialog.getByText('Code reads something else as $flow.').waitFor()
  for (const colour of COLOURS) {
    await setColours(page, colour)
    await expectAccessible(page, `a new tool, ${colour}`)
  }
  await expectFits('a new tool')
  await dialog.locator('[data-property]').fill('cups')
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Number' })
  await writeCode('const price = $cups * 2\nreturn price.amount.euro')
  await dialog.getByText('$cups: number').waitFor()
})

test('what the code can read is offered while it is written: inputs, variables of the workspace, the run', async () => {
  const { page } = journey
  const offered = page.locator('.cm-tooltip-autocomplete').getByRole('option')
  for (const [written, name] of [
    ['$', '$cups'],
    ['$', '$vars'],
    ['$vars.', 'teahouse'],
    ['$flow.', 'sessionId'],
  ] as const) {
    await writeCode('return ')
    await page.keyboard.type(written)
    await offered.filter({ hasText: name }).first().waitFor()
  }
  await expectAccessible(page, 'names that are offered', 'contrast')
  await writeCode('const price = $cups * 2\nreturn price.amount.euro')
})

test('Escape and then Tab leave the code without a question, and a second Escape asks', async () => {
  const { page } = journey
  const dialog = dialogOf('New tool')
  const code = dialog.getByRole('textbox', { name: /JavaScript function/ })
  const isFocused = () => code.evaluate((element) => element === document.activeElement)
  const description = await code.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent),
  )
  expect(description.join(' ')).toContain('Press Escape, then Tab, to leave the editor.')
  const written = await code.innerText()
  await code.focus()
  // While names are offered the first Escape closes these.
  await expect.poll(() => page.locator('.cm-tooltip-autocomplete').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await dialog.getByRole('region', { name: 'Try it' }).locator(':focus').waitFor()
  await code.focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Tab')
  await dialog.getByRole('button', { name: 'Add an input' }).and(page.locator(':focus')).waitFor()
  expect(await code.innerText()).toBe(written)
  expect(await dialogOf('Discard changes?').count()).toBe(0)
  await code.focus()
  await page.keyboard.press('Tab')
  expect(await isFocused()).toBe(true)
  expect(await code.innerText()).not.toBe(written)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Escape')
  expect(await isFocused()).toBe(true)
  await page.keyboard.press('Escape')
  await dialogOf('Discard changes?').getByRole('button', { name: 'Keep editing' }).click()
  await dialog.waitFor()
})

test('it is tried out with values of its types, before it is saved [S1-MNG-01]', async () => {
  const { page, visitor } = journey
  visitor.watch.allow('400 (Bad Request)')
  const trial = dialogOf('New tool').getByRole('region', { name: 'Try it' })
  await trial.getByLabel('$cups').fill('3')
  await trial.getByLabel('$cups').press('Control+Enter')
  await trial.getByText(/cannot read property 'euro' of undefined \(line 2\)/).waitFor()
  await writeCode('return { price: $cups * 2 }')
  await trial.getByText('The code was changed since.').or(trial.getByText('Run the code')).first().waitFor()
  await trial.getByRole('button', { name: 'Run the code' }).click()
  await expect.poll(() => trial.locator('pre').allInnerTexts()).toHaveLength(1)
  expect(JSON.parse(await trial.locator('pre').innerText())).toEqual({ price: 6 })
  await expectAccessible(page, 'a tried tool')
  await dialogOf('New tool').getByRole('button', { name: 'Create tool' }).click()
  await expect.poll(names).toEqual(['Get price'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('New tool')
  for (const colour of COLOURS) {
    await setColours(page, colour)
    await expectAccessible(page, `the list of tools, ${colour}`)
  }
  await expectFits('the list of tools')
})

test('an agent calls it and answers with what it returned [S1-MNG-01]', async () => {
  const { page, product } = journey
  const api = await openApi(product.address)
  const { id: credential } = await api.post<{ id: string }>('/credentials', {
    name: 'The vendor',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: KEY },
  })
  const node = (name: string, label: string, inputs: object) => ({
    id: `${name}_0`,
    type: 'agentFlow',
    position: { x: name === 'startAgentflow' ? 0 : 400, y: 160 },
    data: { id: `${name}_0`, name, label, inputs, outputs: {} },
  })
  const settings = { modelName: 'gpt-4o-mini', basepath: vendor.baseURL, FLOWISE_CREDENTIAL_ID: credential }
  const flowData = {
    nodes: [
      node('startAgentflow', 'Start', { startInputType: 'chatInput' }),
      node('agentAgentflow', 'Clerk', {
        agentModel: 'chatOpenAI',
        agentModelConfig: { agentModel: 'chatOpenAI', ...settings },
      }),
    ],
    edges: [
      {
        id: 'e',
        source: 'startAgentflow_0',
        target: 'agentAgentflow_0',
        sourceHandle: 'startAgentflow_0-output-startAgentflow',
        targetHandle: 'agentAgentflow_0',
        type: 'agentFlow',
      },
    ],
  }
  const { id } = await api.post<{ id: string }>('/chatflows', {
    name: 'Tea shop',
    type: 'AGENTFLOW',
    flowData: JSON.stringify(flowData),
  })
  await page.goto(`/v2/agentcanvas/${id}`)
  await canvasOf(page).card('Clerk').click()
  await page.getByRole('button', { name: 'Add to Tools' }).click()
  await page
    .getByRole('combobox', { name: 'Tool', exact: true })
    .and(page.locator(':focus'))
    .fill('Custom Tool')
  await page.getByRole('option', { name: /Custom Tool/ }).click()
  await page.getByRole('combobox', { name: 'Select Tool' }).click()
  await page.getByRole('option', { name: /Get price/ }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(async () => {
      const response = await fetch(`${product.address}/api/v1/prediction/${id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question: 'What is tea?' }),
      })
      return ((await response.json()) as { text?: string }).text
    })
    .toBe('The tool says: {"price":6}')
})

test('it goes out as a file and comes in again, and a copy has a name of its own [S1-MNG-01]', async () => {
  const { page, visitor } = journey
  visitor.watch.allow('409')
  await page.goto('/tools')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export Get price' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('get_price-CustomTool.json')
  const text = readFileSync(await download.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ name: 'Get price', func: 'return { price: $cups * 2 }' })
  const importFile = (content: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(content) })
  await importFile('{"nodes":[]}')
  await page.getByText('a.json holds no tool.').waitFor()
  await importFile(text)
  const dialog = dialogOf('New tool')
  await dialog.getByRole('button', { name: 'Create tool' }).click()
  await dialog.getByRole('alert').getByText('“Get price”').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).first().fill('Imported')
  await dialog.getByRole('button', { name: 'Create tool' }).click()
  await expect.poll(names).toEqual(['Imported', 'Get price'])
  await page.getByRole('button', { name: 'Duplicate Imported' }).click()
  await dialog.getByRole('button', { name: 'Create tool' }).click()
  await expect.poll(names).toEqual(['Imported_copy', 'Imported', 'Get price'])
})

test('search, use and order stand in the address, and outlast a reload', async () => {
  const { page } = journey
  await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Name, A to Z' })
  await expect.poll(names).toEqual(['Get price', 'Imported', 'Imported_copy'])
  await page.getByRole('combobox', { name: 'Used by' }).selectOption({ label: 'Used by no flow' })
  await expect.poll(names).toEqual(['Imported', 'Imported_copy'])
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('COPY')
  await expect.poll(names).toEqual(['Imported_copy'])
  await page.reload()
  await expect.poll(names).toEqual(['Imported_copy'])
  expect(new URL(page.url()).search).toBe('?sort=name&usage=unused&q=COPY')
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('nothing')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect.poll(names).toHaveLength(3)
})

test('who leaves what they wrote is asked, and who deletes a tool is told which flow loses it', async () => {
  const { page } = journey
  await page.getByRole('button', { name: 'Change Imported', exact: true }).click()
  const dialog = dialogOf('Change the tool')
  await dialog.getByRole('textbox', { name: 'Description' }).first().fill('Changed.')
  await page.keyboard.press('Escape')
  await dialogOf('Discard changes?').getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Changed.').first().waitFor()
  await page.getByRole('button', { name: 'Delete Get price' }).click()
  const question = dialogOf('Delete “Get price”?')
  await question.getByText('• Tea shop').waitFor()
  await question.getByRole('button', { name: 'Delete tool' }).click()
  await expect.poll(names).toEqual(['Imported', 'Imported_copy'])
})

test('who may only view them finds no button that is refused [S2-ROUTE-07 S6-PERM-07]', async () => {
  const { page } = journey
  await becomeMember(page, { permissions: ['tools:view'], platform: 'enterprise' })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor()
  await expect.poll(names).toHaveLength(2)
  for (const name of ['New tool', 'Import', 'Change Imported', 'Export Imported', 'Delete Imported'])
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  await page.goto('/apikey')
  await page.waitForURL('**/unauthorized*')
})
