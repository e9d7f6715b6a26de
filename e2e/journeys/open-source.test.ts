import { expect, test } from 'vitest'
import { ADMINISTRATOR, signInAsAdministrator } from '../support/administrator.ts'
import { menuOf } from '../support/company.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'

const STARS = 'https://stars.example/repository'
const journey = prepareJourney(() => ({ PLATFORM_TYPE: 'open source', STARS_URL: STARS }))

const openOwnMenu = async () => {
  const { page } = journey
  await page.getByRole('button', { name: `Your account, ${ADMINISTRATOR.name}` }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
}

test('the menu has no group for what governs several people [S1-PLAT-03 S2-SIDE-06 S2-SIDE-07]', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await expect
    .poll(() => menuOf(page))
    .toEqual([
      'Chatflows',
      'Agentflows',
      'Executions',
      'Marketplaces',
      'Tools',
      'Credentials',
      'Variables',
      'API Keys',
      'Document Stores',
    ])
})

test.each(['/sso-config', '/roles', '/users', '/workspaces', '/login-activity', '/audit-log', '/account'])(
  '%s asks for a feature, and leads its administrator to the page that says so [S5-GUARD-02]',
  async (path) => {
    const { page } = journey
    await page.goto(path)
    await page.getByText('does not belong to this kind of installation').waitFor()
    // No administrator opens it: the operator does.
    await page.getByText('by the setting PLATFORM_TYPE').waitFor()
    expect(await page.getByText('Ask an administrator').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/unauthorized')
  },
)

test('the own account is reached by the menu of the person, whatever the features', async () => {
  const { page } = journey
  await page.goto('/chatflows')
  await openOwnMenu()
  await page.getByRole('menuitem', { name: 'Update Profile' }).click()
  await page.waitForURL('**/user-profile')
  await page.getByRole('heading', { name: 'Account Settings', level: 1 }).waitFor()
  await page.getByRole('textbox', { name: 'E-mail' }).waitFor()
  await lookAtPage(page, 'open-source-account')
})

test('the stars of the repository are counted where the operator names a place [S7-SESS-04]', async () => {
  const { page } = journey
  const repository = { stargazers_count: 1234, html_url: 'https://stars.example/runnel' }
  const headers = { 'access-control-allow-origin': '*' }
  await page.route(STARS, (route) => route.fulfill({ json: repository, headers }))
  await page.goto('/chatflows')
  await openOwnMenu()
  await page.getByRole('menuitem', { name: 'Version' }).click()
  const link = page.getByRole('dialog', { name: 'Runnel' }).getByRole('link', { name: /stars/ })
  await link.waitFor()
  expect([await link.innerText(), await link.getAttribute('href')]).toEqual([
    '1.2k stars',
    repository.html_url,
  ])
})
