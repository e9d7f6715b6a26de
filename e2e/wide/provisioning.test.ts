import { startOidcProvider, type TestOidcProvider } from '@runnel/drivers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { setColours } from '../support/colours.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { addPerson } from '../support/person.ts'

let oidc: TestOidcProvider
beforeAll(async () => {
  oidc = await startOidcProvider()
})
afterAll(() => oidc.close())
const journey = prepareJourney(() => ({ EGRESS_ALLOW: new URL(oidc.issuer).host }))

let token = ''

/** A call of the identity provider. */
async function speak<T>(method: string, path: string, body?: object): Promise<{ status: number; body: T }> {
  const answer = await fetch(`${journey.product.address}/api/v1/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as T }
}

/** A picture of the whole panel, where pictures are wanted. */
async function showPanel(colour: 'light' | 'dark') {
  const { PICTURES } = process.env
  if (PICTURES === undefined) return
  await setColours(journey.page, colour)
  for (const width of [1440, 390]) {
    await journey.page.setViewportSize({ width, height: 900 })
    await panel().screenshot({ path: `${PICTURES}/panel-${width}-${colour}.png` })
  }
  await setColours(journey.page, 'light')
  await journey.page.setViewportSize({ width: 1440, height: 900 })
}

const panel = () => journey.page.getByRole('region', { name: 'Provisioning (SCIM)' })

test('an administrator makes a token, which is shown once', async () => {
  const { page, product } = journey
  await signInAsAdministrator(page)
  await page.goto('/sso-config')
  await panel().getByText(`${product.address}/api/v1/scim/v2`).waitFor()
  await panel().getByText('There is no token yet', { exact: false }).waitFor()
  await panel().getByText('Your provider has sent no groups yet.').waitFor()
  await panel().getByText('No call has come yet.').waitFor()
  await lookAtPage(page, 'provisioning before it is set up')
  await panel().getByRole('button', { name: 'New token' }).click()
  const making = page.getByRole('dialog', { name: 'New token for SCIM' })
  await making.getByRole('button', { name: 'Create token' }).click()
  await making.getByText('Enter a name.').waitFor()
  await making.getByRole('textbox', { name: 'Name' }).fill('Entra')
  await lookAtPage(page, 'the making of a token')
  await making.getByRole('button', { name: 'Create token' }).click()
  const made = page.getByRole('dialog', { name: 'The token Entra' })
  token = (await made.locator('code').innerText()).trim()
  expect(token).toMatch(/^scim_/)
  await lookAtPage(page, 'a new token')
  await made.getByRole('button', { name: 'Done' }).click()
  await panel()
    .getByRole('cell', { name: `scim_…${token.slice(-4)}` })
    .waitFor()
  expect(await page.content()).not.toContain(token)
})

test('the provider sends people and groups, and a group is mapped by the keyboard', async () => {
  const { page } = journey
  const user = { userName: 'nora@example.com', displayName: 'Nora New', active: true }
  const { body: nora } = await speak<{ id: string }>('POST', '/Users', user)
  await speak('POST', '/Groups', { displayName: 'Engineers', members: [{ value: nora.id }] })
  expect((await speak('POST', '/Users', user)).status).toBe(409)
  await panel().getByRole('button', { name: 'Refresh' }).click()
  await panel().getByText('409 refused').waitFor()
  await panel().getByText('There is a person with this userName already.').waitFor()
  await page.reload()
  await panel().getByText('People: 1 · Groups: 1').waitFor()
  await lookAtPage(page, 'provisioning at work')
  await showPanel('light')
  await showPanel('dark')
  await panel().getByRole('button', { name: 'Change what Engineers gives' }).focus()
  await page.keyboard.press('Enter')
  const mapping = page.getByRole('dialog', { name: 'What Engineers gives' })
  await mapping.getByRole('button', { name: 'Add a workspace' }).focus()
  await page.keyboard.press('Enter')
  await mapping.getByRole('combobox', { name: 'Workspace 1' }).selectOption({ index: 1 })
  await mapping.getByRole('combobox', { name: 'Role 1' }).selectOption({ label: 'owner' })
  await mapping.getByRole('checkbox', { name: /become owners/ }).waitFor()
  expect(await mapping.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await lookAtPage(page, 'the mapping of a group')
  await mapping.getByRole('combobox', { name: 'Role 1' }).selectOption({ label: 'viewer' })
  await mapping.getByRole('button', { name: 'Save' }).click()
  await panel().getByText(': viewer').waitFor()
  await panel().getByRole('searchbox', { name: 'Search groups' }).fill('nobody')
  await panel().getByText('No group has this name.').waitFor()
  await panel().getByRole('searchbox', { name: 'Search groups' }).fill('')
  await panel().getByRole('cell', { name: 'Engineers', exact: true }).waitFor()
})

test('who was made so signs in by the provider, in the workspace of the group', async () => {
  const { page, product } = journey
  oidc.register([`${product.address}/api/v1/oidc/callback`])
  await page.getByRole('tab', { name: 'OpenID Connect' }).click()
  const method = page.getByRole('tabpanel')
  await method.getByRole('switch', { name: 'Sign in by OpenID Connect' }).check()
  await method.getByRole('textbox', { name: 'Issuer' }).fill(oidc.issuer)
  await method.getByRole('textbox', { name: 'Client ID' }).fill(oidc.clientId)
  await method.getByRole('textbox', { name: 'Client secret' }).fill(oidc.clientSecret)
  await method.getByRole('button', { name: 'Save' }).click()
  await page.getByText('OpenID Connect is saved.').waitFor()
  const required = page.getByRole('switch', { name: 'Require single sign-on' })
  expect(await required.isDisabled()).toBe(true)
  const visitor = await journey.openVisitor()
  await visitor.page.goto('/signin')
  await visitor.page.getByRole('link', { name: 'Single sign-on' }).click()
  await visitor.page.waitForURL('**/chatflows')
  await visitor.page.getByRole('button', { name: /Nora New/ }).waitFor()
})

test('a token of somebody who is no administrator opens nothing until one takes it over', async () => {
  const { page, product } = journey
  const { id, name } = await addPerson(product, 'Max Maker')
  await product.execute(`update "scimTokens" set "createdBy" = '${id}'`)
  expect((await speak('GET', '/Users')).status).toBe(401)
  await page.reload()
  await panel().getByText(name).waitFor()
  await panel().getByText('Opens nothing').waitFor()
  await lookAtPage(page, 'a token that opens nothing')
  await panel().getByRole('button', { name: 'Take Entra over' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Entra works for you now.').waitFor()
  await panel().getByText('Opens nothing').waitFor({ state: 'detached' })
  expect((await speak('GET', '/Users')).status).toBe(200)
})

test('a token is revoked after a question', async () => {
  const { page } = journey
  await panel().getByRole('button', { name: 'Revoke Entra' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('The token Entra is revoked.').waitFor()
  expect((await speak('GET', '/Users')).status).toBe(401)
})

test('the organisation is renamed on the page of workspaces', async () => {
  const { page } = journey
  await page.goto('/workspaces')
  await page.getByRole('button', { name: 'Rename Default Organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename the organisation' })
  await lookAtPage(page, 'the name of the organisation')
  await dialog.getByRole('textbox', { name: 'Name of the organisation' }).fill('Acme')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The organisation is called Acme now.').waitFor()
  await page.getByRole('button', { name: 'Rename Acme' }).waitFor()
})
