import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { ADMINISTRATOR, signIn, signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { tabTo, trailOf } from '../support/company.ts'
import { expectWholeRing } from '../support/focus-ring.ts'
import { holdCalls, keepDocument } from '../support/held-route.ts'
import { prepareJourney, type Visitor } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { addPerson, findRoleId, type JourneyPerson } from '../support/person.ts'

const journey = prepareJourney(() => ({ NEW_ORGANIZATIONS: 'yes' }))
let api: ApiCaller
let pia: JourneyPerson
let visitor: Visitor
let page: Page
let home: string
const switcher = (name: string, on: Page = page) => on.getByRole('button', { name: `Workspace: ${name}` })
const dialogOf = (name: string, on: Page = page) => on.getByRole('dialog', { name })
const GONE = 'You are not in this workspace any more, or it was deleted.'
const UNREACHED =
  'The server cannot be reached. Check the connection and that the server is running, then try again.'
const failure = () => dialogOf('Workspace Switch Error')

async function makeWorkspace(name: string): Promise<string> {
  return (await api.post<{ id: string }>('/workspace', { name })).id
}
async function givePlace(workspaceId: string, role: string): Promise<void> {
  await api.post('/workspaceuser', { workspaceId, userId: pia.id, roleId: await findRoleId(api, role) })
}
const takePlace = (workspaceId: string) =>
  api.delete(`/workspaceuser?workspaceId=${workspaceId}&userId=${pia.id}`)

/** Chooses a workspace in the bar. */
async function choose(from: string, to: string, on: Page = page): Promise<void> {
  await switcher(from, on).click()
  await on.getByRole('menuitem', { name: to }).click()
}

/** Lets the page do what it has begun: it asks the server for something, which comes after that. */
const letPageWork = (on: Page) =>
  on.evaluate(async () => {
    await fetch('/api/v1/ping')
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    await fetch('/api/v1/ping')
  })

beforeAll(async () => {
  await signInAsAdministrator(journey.page)
  api = await openApi(journey.product.address)
  home = (await api.get<{ activeWorkspaceId: string }>('/auth/session')).activeWorkspaceId
  pia = await addPerson(journey.product, 'Pia Placed')
  await givePlace(home, 'admin')
  await givePlace(await makeWorkspace('Quiet'), 'viewer')
  visitor = await journey.openVisitor()
  page = visitor.page
  // What fails here is meant to, and the browser tells of it.
  for (const text of ['status of 404', 'status of 409', 'net::ERR']) visitor.watch.allow(text)
  await page.goto('/')
  await signIn(page, ADMINISTRATOR.password, pia.email)
})

describe('between a switch and the page that comes after it', () => {
  test('nothing is asked for by the old page in the new workspace, where its person may do less', async () => {
    await page.goto('/users')
    await page.getByRole('row', { name: /Pia Placed/ }).waitFor()
    const { left } = await keepDocument(page)
    const asked: string[] = []
    page.on('response', (response) => {
      if (response.request().headers()['x-workspace-id'] !== home) asked.push(response.url())
    })
    await choose('Default Workspace', 'Quiet')
    expect(await left).toBe('/')
    await letPageWork(page)
    const ofPage = asked.filter((url) => url.includes('/api/') && !url.endsWith('/ping'))
    expect(ofPage).toEqual([])
    expect(new URL(page.url()).pathname).toBe('/users')
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto('/')
    await switcher('Quiet').waitFor()
  })

  test('an answer from before about who is signed in puts nobody back', async () => {
    const session = await holdCalls(page, '**/auth/session', { what: 'answer' })
    await page.goto('/chatflows')
    await session.met
    const { left } = await keepDocument(page)
    await choose('Quiet', 'Default Workspace')
    await left
    session.letGo()
    await letPageWork(page)
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
    expect(stored.activeWorkspace).toBe('Default Workspace')
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto('/')
    await switcher('Default Workspace').waitFor()
    await page.getByRole('link', { name: 'Users', exact: true }).waitFor()
    expect(await dialogOf('Workspace Unavailable').count()).toBe(0)
  })
})

/** Nothing but the way out can be pressed, and the focus stays there. */
async function expectOnlyLogout(words: string, look: string): Promise<void> {
  const dialog = failure()
  await dialog.getByText(words, { exact: true }).waitFor()
  await dialog.getByText('Please contact your administrator for assistance.').waitFor()
  const logout = dialog.getByRole('button', { name: 'Logout' })
  await logout.and(page.locator(':focus')).waitFor()
  await lookAtPage(page, look)
  for (const key of ['Tab', 'Shift+Tab', 'Escape']) {
    await page.keyboard.press(key)
    await logout.and(page.locator(':focus')).waitFor()
  }
  await expectWholeRing(page, look)
  expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Logout'])
}

/** Presses it, and comes back. */
async function leaveAndReturn(): Promise<void> {
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login*')
  await page.goto('/login')
  await signIn(page, ADMINISTRATOR.password, pia.email)
}

/** Opens a page that knows what the server says of its person, so that nothing of it comes later. */
async function openKnowing(path: string): Promise<void> {
  const known = page.waitForResponse((response) => response.url().endsWith('/auth/session') && response.ok())
  await page.goto(path)
  await known
  await switcher('Default Workspace').waitFor()
}

/** As `choose`, with the keyboard alone. */
async function chooseByKeys(from: string, to: string): Promise<void> {
  await tabTo(page, switcher(from))
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: to })
  await item.waitFor()
  await page.keyboard.press('Escape')
  await switcher(from).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await item.waitFor()
  const chosen = item.and(page.locator(':focus'))
  await expect
    .poll(async () => {
      if ((await chosen.count()) > 0) return true
      await page.keyboard.press('ArrowDown')
      return false
    })
    .toBe(true)
  await page.keyboard.press('Enter')
}

describe('a switch that fails [S4-WS-03]', () => {
  test('says by the mouse that the workspace was deleted meanwhile, and leads out alone', async () => {
    const id = await makeWorkspace('Third')
    await givePlace(id, 'viewer')
    await page.goto('/chatflows')
    await switcher('Default Workspace').click()
    await api.delete(`/workspace/${id}`)
    await page.getByRole('menuitem', { name: 'Third' }).click()
    await expectOnlyLogout(GONE, 'switch-gone')
    await leaveAndReturn()
    await switcher('Default Workspace').waitFor()
  })

  test('says by the keyboard that somebody was taken out of it meanwhile', async () => {
    const id = await makeWorkspace('Fourth')
    await givePlace(id, 'viewer')
    await openKnowing('/chatflows')
    await takePlace(id)
    await chooseByKeys('Default Workspace', 'Fourth')
    await expectOnlyLogout(GONE, 'switch-taken-out')
    await leaveAndReturn()
    await switcher('Default Workspace').waitFor()
  })

  test('says that nobody answers, and takes nobody anywhere', async () => {
    await openKnowing('/variables')
    await page.route('**/workspace/switch*', (route) => route.abort('internetdisconnected'))
    await chooseByKeys('Default Workspace', 'Quiet')
    await expectOnlyLogout(UNREACHED, 'switch-unreached')
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    await switcher('Default Workspace').waitFor()
  })

  test('and was done, whose answer was lost on the way, lets its person choose where to go on', async () => {
    await page.route('**/workspace/switch*', async (route) => {
      await route.fetch()
      await route.abort('internetdisconnected')
    })
    await choose('Default Workspace', 'Quiet')
    await failure().getByText(UNREACHED).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    const question = dialogOf('Workspace Unavailable')
    await question.getByText('You switched to another workspace').waitFor()
    const places = question.getByRole('combobox', { name: 'Workspace' })
    await places.and(page.locator(':focus')).waitFor()
    await lookAtPage(page, 'switch-left')
    await page.keyboard.press('Escape')
    await places.and(page.locator(':focus')).waitFor()
    await places.selectOption({ label: 'Quiet' })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/chatflows')
    await switcher('Quiet').waitFor()
  })

  test('says of an organisation that there is no workspace of it any more', async () => {
    const made = await api.post<{ id: string; workspaceId: string }>('/organization', { name: 'Umbrella' })
    await journey.product.execute(`insert into "organizationMembers"
        ("organizationId", "userId", "isAdmin", "status", "createdAt")
      values ('${made.id}', '${pia.id}', false, 'active', 1)`)
    await journey.product.execute(`insert into "workspaceMembers"
        ("workspaceId", "organizationId", "userId", "roleId", "createdAt")
      select '${made.workspaceId}', '${made.id}', '${pia.id}', "id", 1 from "roles"
        where "organizationId" = '${made.id}' and "builtIn" = 'viewer'`)
    await page.goto('/chatflows')
    const organization = trailOf(page).getByRole('button', { name: 'Organisation: Default Organization' })
    await organization.click()
    await journey.product.execute(`delete from "workspaceMembers" where "organizationId" = '${made.id}'
      and "userId" = '${pia.id}'`)
    await page.getByRole('menuitem', { name: 'Umbrella' }).click()
    await expectOnlyLogout('You are in no workspace of this organisation any more.', 'switch-none-there')
    await leaveAndReturn()
    expect(await trailOf(page).count()).toBe(0)
  })
})

describe('the menu of the workspaces, once it is open', () => {
  const inMenu = (name: string) => page.getByRole('menuitem', { name }).and(page.locator(':focus'))
  const open = async () => {
    await switcher('Quiet').focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('menu').locator(':focus').waitFor()
  }

  test('keeps the focus of a choice that goes away under it', async () => {
    await open()
    await page.keyboard.press('ArrowDown')
    const first = page.getByRole('menuitem').and(page.locator(':focus'))
    await first.evaluate((item) => item.remove())
    await first.waitFor()
    await page.keyboard.press('Escape')
    await switcher('Quiet').and(page.locator(':focus')).waitFor()
  })

  test('is entered and closed from its button too', async () => {
    await open()
    await switcher('Quiet').focus()
    await page.keyboard.press('ArrowDown')
    await inMenu('Default Workspace').waitFor()
    await switcher('Quiet').focus()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  })
})

describe('a workspace that a page shows and its session has left', () => {
  test('is asked about by the keyboard, and the focus comes back to where it was [S4-WS-05 S4-WS-06]', async () => {
    await choose('Quiet', 'Default Workspace')
    await switcher('Default Workspace').waitFor()
    const search = page.getByRole('searchbox')
    await page.getByRole('link', { name: /Start here/ }).waitFor()
    await search.focus()
    const second = await visitor.openTab()
    second.watch.allow('status of 409')
    await second.page.goto('/chatflows')
    await choose('Default Workspace', 'Quiet', second.page)
    await switcher('Quiet', second.page).waitFor()
    await page.keyboard.type('tea')
    const question = dialogOf('Workspace Unavailable')
    const places = question.getByRole('combobox', { name: 'Workspace' })
    await places.and(page.locator(':focus')).waitFor()
    const back = question.getByRole('button', { name: 'Go back to it' })
    await page.keyboard.press('Tab')
    await back.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Tab')
    await places.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    await search.and(page.locator(':focus')).waitFor()
    expect(await search.inputValue()).toBe('tea')
    await switcher('Default Workspace').waitFor()
    await second.page.close()
  })
})
