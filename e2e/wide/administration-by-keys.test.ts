import { beforeAll, expect, test } from 'vitest'
import { ADMINISTRATOR, signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { holdCalls } from '../support/held-route.ts'
import { prepareJourney } from '../support/journey.ts'
import { type KeyboardHand, keyboardHandOf } from '../support/keyboard-hand.ts'
import { addPerson } from '../support/person.ts'

const journey = prepareJourney()
let hand: KeyboardHand

const button = (name: string | RegExp) => journey.page.getByRole('button', { name, exact: true }).first()
const dialog = () => journey.page.getByRole('dialog').last()
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })
const field = (name: string | RegExp) => journey.page.getByRole('textbox', { name })
const fieldOf = (name: string) => dialog().getByRole('textbox', { name })

async function open(path: string) {
  await journey.page.goto(path)
  await journey.page.getByRole('heading', { level: 1 }).first().waitFor()
  await hand.press('Tab')
}

/** Opens something by its button, leaves it by Escape, and has the focus where it began. */
async function lookInto(opener: ReturnType<typeof button>) {
  await hand.act(opener)
  await dialog().waitFor()
  await hand.press('Escape')
  await journey.page.getByRole('dialog').waitFor({ state: 'detached' })
  await opener.and(journey.page.locator(':focus')).waitFor()
}

beforeAll(async () => {
  const { page, product } = journey
  await signInAsAdministrator(page)
  hand = keyboardHandOf(page)
  const api = await openApi(product.address)
  await addPerson(product, 'Vera Rubin')
  await api.post('/workspace', { name: 'Lab' })
  await api.post('/credentials', {
    name: 'Account of the shop',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-of-the-shop' },
  })
})

test('the sign-in by providers', async () => {
  const { page } = journey
  await open('/sso-config')
  const panel = page.getByRole('tabpanel')
  await hand.write(panel.getByRole('textbox', { name: 'Client ID' }).first(), 'runnel')
  await hand.act(panel.getByRole('button', { name: 'Save' }))
  await hand.isTold(/is saved\.$/)
  await hand.act(panel.getByRole('button', { name: 'Delete' }))
  await hand.act(inDialog('Delete'))
  await hand.isTold(/is deleted\.$/)
})

test('the tokens of provisioning', async () => {
  await open('/sso-config')
  await lookInto(button('New token'))
  await hand.act(button('New token'))
  await hand.write(fieldOf('Name'), 'Entra')
  await hand.act(inDialog('Create token'))
  await hand.act(inDialog('Done'))
  await hand.keepsFocus('a new token')
  await hand.act(button(/^Revoke/))
  await hand.act(inDialog('Revoke'))
  await hand.keepsFocus('a token that is gone')
})

test('roles', async () => {
  await open('/roles')
  await lookInto(button('New role'))
  await hand.act(button('New role'))
  await hand.write(fieldOf('Role name'), 'Auditor')
  await hand.press('Escape')
  await hand.act(dialog().getByRole('button').last())
  await journey.page.getByRole('dialog').waitFor({ state: 'detached' })
  await hand.act(button('New role'))
  await hand.write(fieldOf('Role name'), 'Auditor')
  await hand.act(dialog().getByRole('checkbox').first(), 'Space')
  await hand.act(inDialog('Create role'))
  await hand.isTold('The role Auditor is made.')
  await hand.act(button('Change Auditor'))
  await hand.write(fieldOf('Role name'), 'Auditors')
  await hand.act(inDialog('Save'))
  await hand.isTold('The role Auditors is changed.')
  await hand.act(button('Delete Auditors'))
  await hand.act(inDialog('Delete role'))
  await hand.isTold('The role Auditors is deleted.')
})

test('users', async () => {
  await open('/users')
  await lookInto(button('Invite user'))
  await hand.act(button('Invite user'))
  await hand.write(fieldOf('E-mail'), 'juno@example.org')
  await hand.press('Enter')
  await hand.act(inDialog('Done'))
  await hand.keepsFocus('an invitation')
  await lookInto(button('Change Vera Rubin'))
  await hand.act(button('Change Vera Rubin'))
  await hand.act(dialog().getByRole('checkbox').first(), 'Space')
  await hand.act(inDialog('Save'))
  await hand.isTold('Vera Rubin is changed.')
  await hand.act(button('Remove Vera Rubin'))
  await hand.act(inDialog('Remove user'))
  await hand.isTold('Vera Rubin is removed.')
})

test('workspaces', async () => {
  await open('/workspaces')
  await lookInto(button('New workspace'))
  await hand.act(button('New workspace'))
  await hand.write(fieldOf('Workspace name'), 'Attic')
  await hand.press('Enter')
  await hand.keepsFocus('a new workspace')
  await hand.act(button('Change Attic'))
  await hand.write(fieldOf('Workspace name'), 'Cellar')
  await hand.act(inDialog('Save'))
  await hand.keepsFocus('a new name')
  await hand.act(button('Delete Cellar'))
  await hand.write(dialog().getByRole('textbox'), 'Cellar')
  await hand.act(inDialog('Delete workspace'))
  await hand.isTold(/Cellar/)
})

test('the people of a workspace', async () => {
  const { page } = journey
  await open('/workspaces')
  await hand.act(page.getByRole('link', { name: /Lab/ }))
  await page.getByRole('heading', { name: 'Users of Lab' }).waitFor()
  await hand.keepsFocus('a link')
  await lookInto(button('Add user'))
})

test('a dialog waits for its words alone, with the focus, and the page stays', async () => {
  const { page } = journey
  const words = '**/permissions-*.js'
  const held = await holdCalls(page, words, { what: 'ask' })
  await open('/apikey')
  await hand.act(button('New key'))
  await held.met
  await dialog().getByRole('status', { name: 'Loading' }).waitFor()
  await page.locator('main').getByRole('heading', { level: 1 }).waitFor()
  expect(await dialog().evaluate((shown) => shown.contains(document.activeElement))).toBe(true)
  held.letGo()
  await fieldOf('Key name').and(page.locator(':focus')).waitFor()
  await page.unroute(words)
})

test('API keys', async () => {
  await open('/apikey')
  await lookInto(button('New key'))
  await hand.act(button('New key'))
  await hand.write(fieldOf('Key name'), 'Program')
  await hand.act(dialog().getByRole('checkbox', { name: 'Everything I may do' }), 'Space')
  await hand.act(inDialog('Create key'))
  await hand.press('Escape')
  await hand.act(inDialog('Close it'))
  await hand.keepsFocus('a new key')
  await hand.act(button(/^Revoke/))
  await hand.act(dialog().getByRole('button', { name: /^Revoke/ }))
  await hand.isTold(/Program/)
})

test('the own account', async () => {
  await open('/account')
  await hand.write(field('Name'), 'Ada King')
  await hand.act(button('Change name'))
  await hand.isTold('Your name has changed.')
  await hand.write(field(/^Current password/), ADMINISTRATOR.password)
  await hand.write(field(/^New password/), 'Analytical-1844')
  await hand.write(field(/^Repeat/), 'Analytical-1844')
  await hand.act(button('Change password'))
  await hand.isTold('Your password has changed')
  await lookInto(button('Delete my account'))
})

test('sharing', async () => {
  await open('/credentials')
  await lookInto(button('Share Account of the shop'))
  await hand.act(button('Share Account of the shop'))
  await hand.act(dialog().getByRole('switch'), 'Space')
  await hand.act(inDialog('Share'))
  await hand.isTold(/is shared as you chose/)
})
