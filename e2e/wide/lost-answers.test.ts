import { expect, test } from 'vitest'
import { ADMINISTRATOR, signInAsAdministrator } from '../support/administrator.ts'
import { type LostAnswer, loseAnswer } from '../support/bad-network.ts'
import { prepareJourney } from '../support/journey.ts'

// What the server did, and the browser was never told.

const journey = prepareJourney()
const LOST: Record<LostAnswer, string> = {
  dropped:
    'The server cannot be reached. Check the connection and that the server is running, then try again.',
  'bad gateway': 'The server answered with status 502 and no explanation.',
}
const NEW_PASSWORD = 'Difference-1822'

test.each(['dropped', 'bad gateway'] as const)(
  'what is created is there once when its answer was %s and the form is sent again',
  async (how) => {
    const { page, visitor } = journey
    for (const fault of ['502', 'ERR_CONNECTION_RESET']) visitor.watch.allow(fault)
    if (how === 'dropped') await signInAsAdministrator(page)
    await page.goto('/workspaces')
    await page.getByRole('button', { name: 'New workspace' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New workspace' })
    const create = dialog.getByRole('button', { name: 'Create workspace' })
    await dialog.getByLabel('Name').fill(`Room ${how}`)
    await loseAnswer(page, { method: 'POST', path: '/workspace', how })
    await create.click()
    await dialog.getByRole('alert').getByText(LOST[how]).waitFor()
    expect(await dialog.getByLabel('Name').inputValue()).toBe(`Room ${how}`)
    await create.click()
    await dialog.waitFor({ state: 'detached' })
    await page.reload()
    const rows = page.getByRole('row').filter({ hasText: `Room ${how}` })
    await rows.first().waitFor()
    expect(await rows.count()).toBe(1)
  },
)

test('a switch of the workspace whose answer was lost goes through while its dialog waits', async () => {
  const { page, visitor } = journey
  // What the page still asks for in the workspace that the session has left already is refused.
  visitor.watch.allow('409')
  await page.goto('/chatflows')
  await loseAnswer(page, { method: 'POST', path: '/workspace/switch*', how: 'dropped' })
  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('menuitem', { name: /Room dropped/ }).click()
  await page.getByRole('button', { name: 'Workspace: Room dropped' }).waitFor()
  expect(await page.getByRole('dialog', { name: 'Workspace Switch Error' }).count()).toBe(0)
})

test('who is invited by a call whose answer was lost has one invitation, and the next press gives its link', async () => {
  const { page } = journey
  await page.goto('/users')
  await page.getByRole('button', { name: 'Invite user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill('ida@example.org')
  await loseAnswer(page, { method: 'POST', path: '/account/invite', how: 'dropped' })
  const invite = dialog.getByRole('button', { name: 'Invite', exact: true })
  await invite.click()
  await dialog.getByRole('alert').getByText(LOST.dropped).waitFor()
  expect(await dialog.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe('ida@example.org')
  await invite.click()
  const invited = page.getByRole('dialog', { name: 'Invitation for ida@example.org' })
  await invited.getByRole('button', { name: 'Done' }).click()
  const rows = page.getByRole('row', { name: /ida@example.org/ })
  await rows.first().waitFor()
  expect(await rows.count()).toBe(1)
})

test('a new password whose answer was lost is said to hold already when the form is sent again', async () => {
  const { page, visitor } = journey
  visitor.watch.allow('400')
  await page.goto('/account')
  const section = page.locator('section, form').filter({ hasText: 'Repeat the password' }).last()
  await section.getByLabel('Current password').fill(ADMINISTRATOR.password)
  await section.getByLabel('New password').fill(NEW_PASSWORD)
  await section.getByLabel('Repeat the password').fill(NEW_PASSWORD)
  await loseAnswer(page, { method: 'PUT', path: '/account/password', how: 'dropped' })
  const change = section.getByRole('button', { name: 'Change password' })
  await change.click()
  await section.getByRole('alert').getByText(LOST.dropped).waitFor()
  expect(await section.getByText('that try may have worked').count()).toBe(0)
  await change.click()
  await section.getByText('This is not your password.').waitFor()
  await section.getByRole('status').getByText('then the new password is your current one').waitFor()
  expect(await section.getByLabel('New password').inputValue()).toBe(NEW_PASSWORD)
})

test('a sign-in whose answer was lost keeps what was typed, and the next press signs in', async () => {
  const visitor = await journey.openVisitor()
  for (const fault of ['401', 'ERR_CONNECTION_RESET']) visitor.watch.allow(fault)
  const { page } = visitor
  await page.goto('/signin')
  await page.getByLabel('E-mail').fill(ADMINISTRATOR.email)
  const password = page.getByRole('textbox', { name: 'Password' })
  await password.fill(NEW_PASSWORD)
  await loseAnswer(page, { method: 'POST', path: '/auth/login', how: 'dropped' })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').getByText(LOST.dropped).waitFor()
  expect(await password.inputValue()).toBe(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/chatflows')
})
