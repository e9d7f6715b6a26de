import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { ADMINISTRATOR, signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { fillInstallation } from '../support/installation.ts'
import { prepareJourney } from '../support/journey.ts'
import { expectNoSidewaysScroll, WIDTHS } from '../support/page-width.ts'

const journey = prepareJourney()
/** What an installation begins without. */
const lists = [
  '/chatflows',
  '/agentflows',
  '/executions',
  '/tools',
  '/credentials',
  '/variables',
  '/apikey',
] as const

/** Pages of the menu that are looked at where they are used. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '/marketplaces': 'marketplace.test.ts',
  '/document-stores': 'document-stores.test.ts',
  '/sso-config': 'single-sign-on.test.ts',
  '/roles': 'people.test.ts',
  '/users': 'people.test.ts',
  '/workspaces': 'people.test.ts',
}

async function open(path: string) {
  await journey.page.goto(path)
  await journey.page.getByRole('heading', { level: 1 }).first().waitFor()
  // What stands where a list will be.
  await journey.page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
}

/** No column of a list is cut off, on a tablet and on a telephone. */
async function expectWholeTables(path: string) {
  const { page } = journey
  for (const width of [768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const excess = () =>
      page
        .locator('.table-panel')
        .evaluateAll((panels) => Math.max(0, ...panels.map((each) => each.scrollWidth - each.clientWidth)))
    await expect
      .poll(excess, { message: `pixels that are cut from the table of ${path} at ${width}` })
      .toBe(0)
  }
}

async function checkAt(path: string) {
  const { page } = journey
  await open(path)
  for (const colour of COLOURS) {
    await setColours(page, colour)
    await expectAccessible(page, `${path}, ${colour}`, colour === 'light' ? 'everything' : 'contrast')
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, `${path} at ${width}`)
  }
  await expectWholeTables(path)
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('the set-up page', async () => {
  await checkAt('/')
})

test('the lists while they are empty', async () => {
  await signInAsAdministrator(journey.page)
  for (const path of lists) await checkAt(path)
})

describe('with many flows, keys and runs', () => {
  let runId = ''
  let agentflowId = ''

  test('an installation is filled, and its lists are paged', async () => {
    const { page, product } = journey
    agentflowId = (await fillInstallation(product.address, 'many')).agentflowId
    const api = await openApi(product.address)
    const runs = await api.get<{ data: { id: string }[] }>('/executions?page=1&limit=1')
    runId = runs.data[0]?.id ?? ''
    await open('/chatflows')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.poll(() => new URL(page.url()).search).toContain('page=2')
    await open('/chatflows?page=99')
    await expect.poll(() => new URL(page.url()).search).toBe('?page=6')
    await page.getByText('61–63 of 63').waitFor()
  })

  const ofEverybody = ['/account', '/login-activity', '/audit-log']
  test('every page of the menu is looked at, here or where it is used', async () => {
    await open('/chatflows')
    const links = journey.page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    const lookedAt = [...lists, ...ofEverybody, ...Object.keys(ELSEWHERE)]
    // The logo leads to the first of them, too.
    expect([...new Set(addresses)].toSorted()).toEqual(lookedAt.toSorted())
    for (const file of Object.values(ELSEWHERE))
      expect(await readFile(join(import.meta.dirname, file), 'utf8'), file).toContain('expectAccessible(')
  })

  const paths = [...lists, ...ofEverybody, '/chatflows?view=table', '/chatflows?q=nothing-is-called-so']
  test.each(paths)('%s', async (path) => {
    await checkAt(path)
  })

  test('a run and an agentflow', async () => {
    await checkAt(`/executions/${runId}`)
    await checkAt(`/v2/agentcanvas/${agentflowId}`)
  })

  test('the runs on a telephone, whose rows fit', async () => {
    const { page } = journey
    await page.setViewportSize({ width: 390, height: 844 })
    for (const kind of ['', '?kind=all']) {
      await open(`/executions${kind}`)
      const table = page.getByRole('region', { name: 'Executions' })
      await table.getByRole('row').nth(1).waitFor()
      const excess = await table.evaluate((element) => element.scrollWidth - element.clientWidth)
      expect(excess, 'pixels that the table is too wide').toBeLessThanOrEqual(0)
      await table.locator('time').first().and(page.locator(':visible')).waitFor()
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test.each(['/unauthorized', '/no-such-page'])('%s', async (path) => {
    await checkAt(path)
  })
})

describe.each(COLOURS)('in %s colours', (colour) => {
  const scope = colour === 'light' ? 'everything' : 'contrast'

  test('the menus of the lists', async () => {
    const { page } = journey
    await open('/chatflows?q=Start')
    await setColours(page, colour)
    const actions = page.getByRole('button', { name: /^Actions for Start here/ })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
    await expectAccessible(page, 'the menu of a flow', scope)
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Your account, ${ADMINISTRATOR.name}` }).click()
    await page.getByRole('menuitem', { name: 'Version' }).waitFor()
    await expectAccessible(page, 'the account menu', scope)
  })

  test('the canvas with its panels', async () => {
    const { page } = journey
    await open('/chatflows?q=Start')
    await setColours(page, colour)
    await page.getByRole('link', { name: /Start here/ }).click()
    await canvasOf(page).card('Tool Agent').waitFor()
    await expectAccessible(page, 'the canvas with the palette', scope)
    await canvasOf(page).card('Tool Agent').click()
    await page.getByRole('region', { name: 'Settings of Tool Agent' }).waitFor()
    await chatOf(page).open()
    await chatOf(page).ask('What is 6 * 7?')
    await expectAccessible(page, 'the canvas with form, chat and run', scope)
    await page.getByRole('button', { name: /problem/i }).click()
    await page.getByRole('region', { name: 'Problems' }).waitFor()
    await expectAccessible(page, 'the problems', scope)
  })
})

test('the canvas on a telephone', async () => {
  const { page } = journey
  await page.setViewportSize({ width: 390, height: 844 })
  await open('/chatflows?q=Start')
  await page.getByRole('link', { name: /Start here/ }).click()
  await canvasOf(page).card('Tool Agent').waitFor()
  await expectNoSidewaysScroll(page, 'the canvas on a telephone')
  await chatOf(page).open()
  expect(await chatOf(page).ask('What is 6 * 7?')).toContain('42')
  await expectNoSidewaysScroll(page, 'the chat on a telephone')
  await expectAccessible(page, 'the chat on a telephone')
})

test('a failure in the chat stays inside of its panel, whatever the name of its node', async () => {
  const { page, product, visitor } = journey
  visitor.watch.allow('500')
  const name = 'customFunctionAgentflow'
  const node = (type: string, x: number, data: object) => ({
    id: `${type}_0`,
    type: 'agentFlow',
    position: { x, y: 100 },
    data: { id: `${type}_0`, name: type, outputs: {}, ...data },
  })
  const flowData = {
    nodes: [
      node('startAgentflow', 0, { label: 'Start', inputs: { startInputType: 'chatInput' } }),
      node(name, 400, {
        label: 'Donaudampfschifffahrtsgesellschaftskapitän rechnet alles noch einmal ganz genau nach',
        inputs: { customFunctionJavascriptFunction: 'throw new Error("no".repeat(200))' },
      }),
    ],
    edges: [
      {
        id: 'edge',
        source: 'startAgentflow_0',
        target: `${name}_0`,
        sourceHandle: 'startAgentflow_0-output-startAgentflow',
        targetHandle: `${name}_0`,
        type: 'agentFlow',
      },
    ],
  }
  const api = await openApi(product.address)
  const body = { name: 'Fails', type: 'AGENTFLOW', flowData: JSON.stringify(flowData) }
  const { id } = await api.post<{ id: string }>('/chatflows', body)
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(`/v2/agentcanvas/${id}`)
  await chatOf(page).open()
  await chatOf(page).send('Go')
  const failure = page.locator('.chat-failure')
  await failure.waitFor()
  const excess = await failure.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(excess, 'pixels that the failure is too wide').toBeLessThanOrEqual(0)
})

test('the sign-in page', async () => {
  const { page, visitor } = journey
  await page.setViewportSize({ width: 1440, height: 900 })
  await visitor.context.clearCookies()
  visitor.watch.allow('401')
  await checkAt('/login')
})
