import { expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { ADMINISTRATOR, signIn, signInAsAdministrator } from '../support/administrator.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import type { Product } from '../support/start-product.ts'

const journey = prepareJourney(() => ({ PLATFORM_TYPE: 'cloud' }))
const dialogOf = (name: string) => journey.page.getByRole('dialog', { name })
const trail = () => journey.page.getByRole('navigation', { name: 'Where you are' })
const UMBRELLA = '00000000-0000-4000-8000-0000000000aa'
const ROLE = '00000000-0000-4000-8000-0000000000bb'
const ADA = `(select "id" from "users" where "email" = '${ADMINISTRATOR.email}')`

/** Takes the administrator into a second organisation with two workspaces, as its people would. */
async function joinUmbrella({ execute }: Product): Promise<void> {
  await execute(
    `insert into "organizations" ("id", "name", "createdAt") values ('${UMBRELLA}', 'Umbrella', 1)`,
  )
  await execute(`insert into "roles" ("id", "organizationId", "name", "permissions", "createdAt", "updatedAt")
    values ('${ROLE}', '${UMBRELLA}', 'reader', '["credentials:view"]', 1, 1)`)
  await execute(`insert into "organizationMembers" ("organizationId", "userId", "isAdmin", "status", "createdAt")
    values ('${UMBRELLA}', ${ADA}, false, 'active', 1)`)
  for (const [id, name] of [
    ['00000000-0000-4000-8000-00000000000b', 'Zeta'],
    ['00000000-0000-4000-8000-00000000000a', 'Alpha'],
  ]) {
    await execute(`insert into "workspaces" ("id", "organizationId", "name", "createdAt", "updatedAt")
      values ('${id}', '${UMBRELLA}', '${name}', 1, 1)`)
    await execute(`insert into "workspaceMembers" ("workspaceId", "organizationId", "userId", "roleId", "createdAt")
      values ('${id}', '${UMBRELLA}', ${ADA}, '${ROLE}', 1)`)
  }
}

test('the bar says organisation and workspace, and the menu leads to the documentation and out [S2-TOP-03 S2-SIDE-08 S2-SIDE-09 S1-PLAT-02]', async () => {
  const { page } = journey
  // What a page asks while its session or its workspace ends is refused, and the browser tells of it.
  for (const text of ['status of 401', 'status of 409']) journey.visitor.watch.allow(text)
  await signInAsAdministrator(page)
  await expect
    .poll(() => trail().getByRole('listitem').allInnerTexts())
    .toEqual([expect.stringContaining('Default Organization'), expect.stringContaining('Default Workspace')])
  // There is one workspace; another organisation can be made.
  expect(await trail().getByRole('button').allInnerTexts()).toEqual([
    expect.stringContaining('Default Organization'),
  ])
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  expect(await menu.getByRole('link', { name: 'Documentation' }).getAttribute('href')).toBe('/api/docs')
  await menu.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login*')
  await page.goto('/login')
  await signIn(page)
})

test('on a telephone both names stand whole, one above the other', async () => {
  const { page } = journey
  await page.setViewportSize({ width: 390, height: 844 })
  const names = trail().locator('.workspace-name')
  await expect.poll(() => names.count()).toBe(2)
  const boxes = await names.evaluateAll((found) =>
    found.map((name) => ({
      text: name.textContent,
      isWhole: name.scrollWidth <= name.clientWidth,
      bottom: name.getBoundingClientRect().bottom,
    })),
  )
  expect(boxes.map(({ isWhole }) => isWhole)).toEqual([true, true])
  await lookAtPage(page, 'cloud-telephone')
})

test('an organisation names its domains and proves them by a record', async () => {
  const { page } = journey
  for (const text of ['status of 400', 'status of 409', 'status of 502']) journey.visitor.watch.allow(text)
  await page.goto('/sso-config')
  const domains = page.getByRole('region', { name: 'Domains' })
  await domains.getByText('No domain yet').waitFor()
  const field = domains.getByRole('textbox', { name: 'Domain of e-mail' })
  await field.fill('acme')
  await page.keyboard.press('Enter')
  await domains.getByText('must be a domain, as in example.com').waitFor()
  await lookAtPage(page, 'cloud-domains-refused')
  await field.fill('Acme.example')
  await page.keyboard.press('Enter')
  await domains.getByText('_runnel-challenge.acme.example').waitFor()
  await domains.getByText('Not proved yet').waitFor()
  await field.fill('acme.example')
  await domains.getByRole('button', { name: 'Add domain' }).click()
  await domains.getByText('The domain acme.example is named already.').waitFor()
  await field.fill('')
  await lookAtPage(page, 'cloud-domains')
  // The directory of names of the world is not asked: what the server finds there is told for it.
  const told = { checkedDate: '2026-01-01T00:00:00.000Z', record: { name: 'n', text: 't' } }
  for (const [provedDate, words] of [
    [null, 'The record of acme.example was not found'],
    ['2026-01-01T00:00:00.000Z', 'The record is there: acme.example is proved.'],
  ] as const) {
    await page.route('**/domains/acme.example/check', (route) =>
      route.fulfill({ json: { domain: 'acme.example', provedDate, ...told } }),
    )
    await domains.getByRole('button', { name: 'Check now: acme.example' }).click()
    await page.getByText(words).waitFor()
    await page.unroute('**/domains/acme.example/check')
  }
  await domains.getByRole('button', { name: 'Remove acme.example' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await domains.getByText('No domain yet').waitFor()
  await page.goto('/chatflows')
})

test('another organisation is entered by its first workspace, and the bar says so meanwhile [S2-DLG-06 S4-WS-08]', async () => {
  const { page, product } = journey
  await joinUmbrella(product)
  await page.reload()
  await trail().getByRole('button', { name: 'Organisation: Default Organization' }).click()
  await expectAccessible(page, 'the organisations to choose from')
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/workspace/switch*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('menuitem', { name: 'Umbrella' }).click()
  await dialogOf('Switching organisation').waitFor()
  go()
  await trail().getByRole('button', { name: 'Workspace: Alpha' }).waitFor()
  await page.unroute('**/workspace/switch*')
  await trail().getByRole('button', { name: 'Workspace: Alpha' }).click()
  const names = page.getByRole('menuitem')
  await expect
    .poll(() => names.allInnerTexts())
    .toEqual([expect.stringContaining('Alpha'), expect.stringContaining('Zeta')])
  await page.keyboard.press('Escape')
  await lookAtPage(page, 'cloud-trail')
})

test('a switch of the organisation that fails says so, takes nothing that was typed, and leads out [S2-DLG-08 S4-WS-03 S4-WS-04 S8-MSG-08 S8-MSG-09]', async () => {
  const { page } = journey
  journey.visitor.watch.allow('status of 500')
  await trail().getByRole('button', { name: 'Organisation: Umbrella' }).click()
  await page.getByRole('menuitem', { name: 'Default Organization' }).click()
  await trail().getByRole('button', { name: 'Organisation: Default Organization' }).waitFor()
  await page.goto('/sso-config')
  const typed = page.getByRole('textbox', { name: 'Client ID' })
  await typed.fill('typed-here')
  const leave = async () => {
    await trail().getByRole('button', { name: 'Organisation: Default Organization' }).click()
    await page.getByRole('menuitem', { name: 'Umbrella' }).click()
  }
  await leave()
  const question = dialogOf('Discard changes?')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await typed.inputValue()).toBe('typed-here')
  const fail = async (call: string, json: object) => {
    await page.route(call, (route) => route.fulfill({ status: 500, json }))
    await leave()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await dialogOf('Workspace Switch Error').waitFor()
    await page.unroute(call)
  }
  const expectOnlyWayOut = async (words: string) => {
    const dialog = dialogOf('Workspace Switch Error')
    await dialog.getByText(words, { exact: true }).waitFor()
    // That sentence is for enterprise.
    expect(await dialog.getByText('Please contact your administrator').count()).toBe(0)
    await page.keyboard.press('Escape')
    expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Logout'])
    expect(await typed.inputValue()).toBe('typed-here')
    await dialog.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login*')
    await page.goto('/login')
    await signIn(page)
  }
  await fail('**/workspace/switch*', {})
  await lookAtPage(page, 'cloud-switch-failed')
  await expectOnlyWayOut('Failed to switch workspace')
  await page.goto('/sso-config')
  await typed.fill('typed-here')
  // Which workspaces there are is asked for first: that may fail as well.
  await fail('**/auth/session', { message: 'The register of organisations is closed.' })
  await expectOnlyWayOut('The register of organisations is closed.')
  await leave()
  await trail().getByRole('button', { name: 'Workspace: Alpha' }).waitFor()
})

test('who lost their workspace chooses another organisation first [S4-WS-07 S4-WS-08]', async () => {
  const { page, product } = journey
  await product.execute(`delete from "workspaceMembers" where "organizationId" = '${UMBRELLA}'`)
  await product.execute(`insert into "workspaceMembers" ("workspaceId", "organizationId", "userId", "roleId", "createdAt")
    values ('00000000-0000-4000-8000-00000000000b', '${UMBRELLA}', ${ADA}, '${ROLE}', 1)`)
  await page.reload()
  const dialog = dialogOf('Workspace Unavailable')
  await dialog.waitFor()
  await lookAtPage(page, 'cloud-unavailable')
  const organization = dialog.getByRole('combobox', { name: 'Organisation' })
  expect((await organization.locator('option').allInnerTexts()).toSorted()).toEqual([
    'Default Organization',
    'Umbrella',
  ])
  const shown = await organization.locator('option:checked').innerText()
  const other = shown === 'Umbrella' ? 'Default Organization' : 'Umbrella'
  await organization.selectOption({ label: other })
  await trail()
    .getByRole('button', { name: `Organisation: ${other}` })
    .waitFor()
})
