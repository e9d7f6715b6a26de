import { describe, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { prepareJourney } from '../support/journey.ts'
import { becomeMember } from '../support/member.ts'
import { expectNoSidewaysScroll, WIDTHS } from '../support/page-width.ts'

interface Template {
  id: string
  templateName: string
  type: 'AgentflowV2' | 'Chatflow'
}

const journey = prepareJourney()
const cards = () => journey.page.getByRole('list', { name: 'Templates' }).getByRole('listitem')
const search = () => journey.page.getByRole('searchbox')
const addressOf = () => new URL(journey.page.url())
const pathOf = ({ id, type }: Template) => `${type === 'Chatflow' ? '' : '/v2'}/marketplace/${id}`

async function expectFine(what: string) {
  const { page } = journey
  for (const colour of COLOURS) {
    await setColours(page, colour)
    await expectAccessible(page, `${what}, ${colour}`, colour === 'light' ? 'everything' : 'contrast')
  }
  await setColours(page, 'light')
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, `${what} at ${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('the menu leads to the templates, which are searched and filtered in the address [S2-ROUTE-05]', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Marketplaces' })
    .click()
  await page.getByRole('heading', { name: 'Marketplaces', level: 1 }).waitFor()
  await expect.poll(() => cards().count()).toBeGreaterThan(16)
  await expectFine('the templates')
  await page.getByRole('combobox', { name: 'Use case' }).selectOption('Documents QnA')
  await expect.poll(() => cards().count()).toBe(3)
  await page.getByText('Chatflows', { exact: true }).last().click()
  await expect.poll(() => cards().count()).toBe(1)
  expect(addressOf().search).toBe('?usecase=Documents+QnA&kind=chatflows')
  await page.reload()
  await expect.poll(() => cards().count()).toBe(1)
})

test('an empty list of flows leads to the templates of its kind', async () => {
  const { page } = journey
  await page.goto('/agentflows')
  await page.getByRole('link', { name: 'Begin with a template' }).click()
  await expect.poll(() => cards().count()).toBe(13)
  expect(addressOf().search).toBe('?kind=agentflows')
})

test('what nothing fits says so, and offers the way back', async () => {
  const { page } = journey
  await page.goto('/marketplaces?kind=chatflows')
  await search().fill('nothing is called so')
  await page.getByRole('heading', { name: /Nothing/ }).waitFor()
  await expectFine('no template that fits')
  await page
    .getByRole('button', { name: /Clear|Show all/ })
    .last()
    .click()
  await expect.poll(() => cards().count()).toBeGreaterThan(16)
  expect(addressOf().search).toBe('')
})

test('a template is looked at in the whole window, also from its address, and read by keyboard [S2-CANVAS-07 S2-CANVAS-08]', async () => {
  const { page } = journey
  await page.goto('/marketplaces')
  await search().fill('sql')
  await page.getByRole('link', { name: 'SQL Agent' }).click()
  await expect.poll(() => addressOf().pathname).toBe('/v2/marketplace/sql-agent')
  for (const path of ['/marketplace/tool-agent', '/v2/marketplace/sql-agent']) {
    await page.goto(path)
    await page.reload()
    await page.locator('.react-flow__node').first().waitFor()
    expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
  }
  await expectFine('the preview of a template')
  await canvasOf(page).card('Write the query').focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('region', { name: 'Settings of Write the query' })
  await form.getByText('Write one SQL query that answers the question', { exact: false }).first().waitFor()
  await expectFine('the settings of a node in the preview')
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  const before = await page.locator('.react-flow__node').count()
  await page.keyboard.press('Delete')
  expect(await page.locator('.react-flow__node').count()).toBe(before)
})

test('a list that does not come says why, and one that is empty says so', async () => {
  const { page, visitor } = journey
  const list = '**/api/v1/marketplaces/templates?view=summary'
  visitor.watch.allow('marketplaces/templates')
  visitor.watch.allow('Sorry')
  await page.route(list, (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: 'Sorry' } }),
  )
  await page.goto('/marketplaces')
  await page.getByRole('alert').getByText('Sorry').waitFor()
  await expectFine('templates that did not come')
  await page.unroute(list)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => cards().count()).toBeGreaterThan(16)
  await page.route(list, (route) => route.fulfill({ json: [] }))
  await page.goto('/marketplaces')
  await page.getByRole('heading', { name: 'No templates' }).waitFor()
  await expectFine('no templates')
  await page.unroute(list)
})

test('a template that there is not says so, and leads back', async () => {
  const { page } = journey
  const { watch } = journey.visitor
  watch.allow('/marketplaces/templates/nothing')
  watch.allow('There is no template of this name')
  await page.goto('/v2/marketplace/nothing')
  await page.getByText('There is no template of this name').waitFor()
  await page.getByRole('link', { name: 'Back to the templates' }).click()
  await expect.poll(() => cards().count()).toBeGreaterThan(16)
})

/** Goes to another page as a link of the product does, which loads nothing anew. */
function goWithin(path: string): Promise<void> {
  return journey.page.evaluate((to) => {
    window.history.pushState({}, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

test('no card of a template covers another one', async () => {
  const { page, product } = journey
  const api = await openApi(product.address)
  for (const template of await api.get<Template[]>('/marketplaces/templates?view=summary')) {
    await goWithin('/marketplaces')
    await page.locator('.react-flow__node').first().waitFor({ state: 'detached' })
    await goWithin(pathOf(template))
    await page.getByRole('heading', { name: template.templateName, level: 1 }).waitFor()
    await page.locator('.react-flow__node').first().waitFor()
    const covered = await page.locator('.react-flow__node').evaluateAll((elements) => {
      const boxes = elements
        .filter((element) => !element.classList.contains('react-flow__node-container'))
        .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
      return boxes.flatMap(({ name, box }, index) =>
        boxes
          .slice(index + 1)
          .filter(
            (other) =>
              box.left < other.box.right &&
              other.box.left < box.right &&
              box.top < other.box.bottom &&
              other.box.top < box.bottom,
          )
          .map((other) => `${name} · ${other.name}`),
      )
    })
    expect(covered, template.templateName).toEqual([])
  }
})

test('a template becomes a flow, which is asked at once and answers', async () => {
  const { page } = journey
  await page.goto('/marketplaces')
  await search().fill('documents chain')
  await expect.poll(() => cards().count()).toBe(1)
  await page.getByRole('button', { name: 'Use template: Conversational Retrieval QA Chain' }).click()
  await page.waitForURL('**/canvas/*')
  await page.getByText('is a flow of yours now', { exact: false }).waitFor()
  await canvasOf(page).card('Handbook').waitFor()
  await chatOf(page).open()
  expect(await chatOf(page).ask('How many days of holiday are there?')).toContain('28 days of holiday')
  await page.goto('/chatflows')
  await page.getByRole('link', { name: 'Conversational Retrieval QA Chain' }).waitFor()
})

describe('a template of the workspace', () => {
  const own = () => journey.page.getByRole('tab', { name: 'My templates' })
  const dialog = () => journey.page.getByRole('dialog', { name: 'Save as template' })

  test('is none at first, and is made in the menu of a flow by keyboard [S2-ROUTE-05]', async () => {
    const { page } = journey
    await page.goto('/marketplaces')
    // The tabs may stand there before their list does: who waits for that presses a key on a page that is whole.
    await cards().first().waitFor()
    await own().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'No templates of your own' }).waitFor()
    expect(addressOf().search).toBe('?tab=own')
    await expectFine('no templates of the workspace')
    await page.goto('/chatflows')
    await page.getByRole('button', { name: 'Actions for Conversational Retrieval QA Chain' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Save as template' }).press('Enter')
    const name = dialog().getByRole('textbox', { name: 'Name' })
    await name.fill('')
    await page.keyboard.press('Enter')
    await dialog().getByText('A template needs a name.').waitFor()
    await expectFine('the dialog of a template')
    await name.fill('Ask the handbook')
    await dialog().getByRole('textbox', { name: 'Description' }).fill('Answers from one document')
    await dialog().getByRole('textbox', { name: 'Badge' }).fill('OURS')
    const usecases = dialog().getByLabel('Use cases')
    await usecases.fill('Holidays')
    await usecases.press('Enter')
    await dialog().getByRole('button', { name: 'Save template' }).click()
    await page.getByText('“Ask the handbook” is a template now.').waitFor()
  })

  test('is found, looked at and used [S1-MNG-06]', async () => {
    const { page } = journey
    await page.goto('/marketplaces?tab=own')
    await expect.poll(() => cards().count()).toBe(1)
    await expectFine('the templates of the workspace')
    await search().fill('no such words')
    await page.getByRole('heading', { name: /Nothing/ }).waitFor()
    await search().fill('ONE document')
    await expect.poll(() => cards().count()).toBe(1)
    await page.getByRole('link', { name: 'Ask the handbook' }).click()
    await page.getByRole('heading', { name: 'Ask the handbook', level: 1 }).waitFor()
    await page.locator('.react-flow__node').first().waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Use template: Ask the handbook' }).click()
    await page.waitForURL('**/canvas/*')
    await canvasOf(page).card('Handbook').waitFor()
  })

  test('is made of the flow on the canvas as well, and deleted after a question', async () => {
    const { page } = journey
    await page.getByRole('button', { name: 'Save as template' }).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('From the canvas')
    await dialog().getByRole('button', { name: 'Save template' }).click()
    await page.getByText('“From the canvas” is a template now.').waitFor()
    await page.goto('/marketplaces?tab=own')
    await expect.poll(() => cards().count()).toBe(2)
    await page.getByRole('button', { name: 'Delete From the canvas' }).click()
    await page
      .getByRole('dialog', { name: 'Delete “From the canvas”?' })
      .getByRole('button', { name: 'Delete template' })
      .click()
    await expect.poll(() => cards().count()).toBe(1)
  })
})

describe('a member', () => {
  test('who may see templates of the workspace alone sees those, and deletes none [S2-ROUTE-05 S6-PERM-06]', async () => {
    const { page } = journey
    await becomeMember(page, { permissions: ['templates:custom'], platform: 'enterprise' })
    await page.goto('/marketplaces')
    await expect.poll(() => cards().count()).toBe(1)
    expect(await page.getByRole('tab').count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Delete / }).count()).toBe(0)
  })

  test('without the right to make flows finds templates, but no button', async () => {
    const { page } = journey
    await becomeMember(page, { permissions: ['templates:marketplace'], platform: 'enterprise' })
    await page.goto('/')
    await expect.poll(() => addressOf().pathname).toBe('/marketplaces')
    await expect.poll(() => cards().count()).toBeGreaterThan(16)
    expect(await page.getByRole('button', { name: /^Use template/ }).count()).toBe(0)
  })

  test('without the right to see templates is refused [S2-ROUTE-05 S6-PERM-05]', async () => {
    const { page } = journey
    await becomeMember(page, { permissions: ['chatflows:view'], platform: 'enterprise' })
    for (const path of ['/marketplaces', '/marketplace/tool-agent', '/v2/marketplace/translator']) {
      await page.goto(path)
      await expect.poll(() => addressOf().pathname).toBe('/unauthorized')
    }
  })
})
