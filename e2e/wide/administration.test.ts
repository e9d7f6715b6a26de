import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ADMINISTRATOR, signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { COMPANY_PASSWORD, fillAccount, tabTo } from '../support/company.ts'
import { expectGerman, isEnglish } from '../support/english-words.ts'
import { prepareJourney, type Visitor } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { findRoleId } from '../support/person.ts'

const journey = prepareJourney()
const TELEPHONE = { width: 390, height: 700 }
const DESK = { width: 1440, height: 900 }

let visitor: Visitor
const page = () => visitor.page
const headed = (name: string) => page().getByRole('heading', { name, level: 1, exact: true }).waitFor()
const dialogOf = (name: string) => page().getByRole('dialog', { name })
const currentEntries = (of: Page) =>
  of.getByRole('navigation').locator('[aria-current="page"]').allInnerTexts()

test('the check sees English and lets German pass', () => {
  expect(['Last sign-in: ', 'Change Vera', 'Search by name or e-mail'].map(isEnglish)).toEqual([
    true,
    true,
    true,
  ])
  expect(['Letzte Anmeldung: ', 'Status', 'Vera', 'Vera ändern', 'Chatflows'].map(isEnglish)).toEqual(
    Array(5).fill(false),
  )
})

test('a company with somebody in each state', async () => {
  await signInAsAdministrator(journey.page)
  const api = await openApi(journey.product.address)
  const lab = await api.post<{ id: string }>('/workspace', { name: 'Labor' })
  const role = { id: await findRoleId(api, 'viewer') }
  const asked = []
  for (const email of ['bert@example.org', 'ida@example.org']) {
    const body = { user: { email }, workspace: { id: lab.id }, role }
    asked.push(await api.post<{ inviteLink: string; user: { id: string } }>('/account/invite', body))
  }
  const bert = await journey.openVisitor()
  await bert.page.goto(asked[0]?.inviteLink ?? '')
  await fillAccount(bert.page, 'Bert')
  await bert.page.waitForURL('**/chatflows')
  await bert.page.goto('/api/v1/ping')
  await api.put('/organizationuser', { userId: asked[0]?.user.id, status: 'disable' })
  await api.post('/role', { name: 'Aufsicht', permissions: ['executions:view'] })
})

test('a German browser signs in, and is told in German why it may not', async () => {
  visitor = await journey.openVisitor({ locale: 'de-DE', permissions: ['clipboard-read', 'clipboard-write'] })
  for (const status of [400, 401, 403, 409]) visitor.watch.allow(`status of ${status}`)
  await page().goto('/')
  await headed('Anmelden')
  await expectGerman(page(), 'the sign-in')
  for (const [email, password] of [
    [ADMINISTRATOR.email, 'not hers'],
    ['bert@example.org', COMPANY_PASSWORD],
    [ADMINISTRATOR.email, ADMINISTRATOR.password],
  ] as const) {
    await page().getByLabel('E-Mail').fill(email)
    await page().getByRole('textbox', { name: 'Passwort' }).fill(password)
    await page().getByRole('button', { name: 'Anmelden' }).click()
    if (password === ADMINISTRATOR.password) break
    await page().getByRole('alert').waitFor()
    await expectGerman(page(), `the refused sign-in of ${email}`)
    await page().reload()
  }
  await page().waitForURL('**/chatflows')
})

test.each([
  ['/users', 'Benutzer', 'Benutzer'],
  ['/roles', 'Rollen', 'Rollen'],
  ['/workspaces', 'Arbeitsbereiche', 'Arbeitsbereiche'],
  ['/sso-config', 'SSO-Konfiguration', 'SSO-Konfiguration'],
  ['/login-activity', 'Anmeldungen', 'Anmeldungen'],
  ['/audit-log', 'Prüfprotokoll', 'Prüfprotokoll'],
  ['/apikey', 'API-Schlüssel', 'API-Schlüssel'],
  ['/account', 'Kontoeinstellungen', 'Kontoeinstellungen'],
  ['/user-profile', 'Kontoeinstellungen', 'Kontoeinstellungen'],
])('%s is German, and its entry is marked', async (path, title, entry) => {
  await page().goto(path)
  await headed(title)
  await page().getByRole('status', { name: 'Wird geladen' }).waitFor({ state: 'detached' })
  await expectGerman(page(), path)
  await lookAtPage(page(), `german${path.replaceAll('/', '-')}`)
  await expect.poll(() => currentEntries(page())).toEqual([entry])
})

test('the people of a workspace stand under its entry; what nobody fits is said in German', async () => {
  await page().goto('/workspaces')
  const row = page().getByRole('row', { name: /Labor/ })
  await row.getByRole('link', { name: /3 Benutzer/ }).click()
  await headed('Benutzer von Labor')
  await page().getByText('Gesperrt').waitFor()
  await expect.poll(() => currentEntries(page())).toEqual(['Arbeitsbereiche'])
  await expectGerman(page(), 'the people of a workspace')
  await page().getByRole('searchbox').fill('niemand')
  await page().getByRole('heading', { level: 2 }).waitFor()
  await expectGerman(page(), 'a search without a match')
})

test('a workspace that is not there says so, and leads back to those that are', async () => {
  visitor.watch.allow('status of 404')
  await page().goto(`/workspace-users/${crypto.randomUUID()}`)
  await page().getByRole('alert').getByRole('heading', { level: 1 }).waitFor()
  await expectGerman(page(), 'a workspace that is not there')
  await lookAtPage(page(), 'german-no-workspace')
  await page().getByRole('link', { name: 'Alle Arbeitsbereiche' }).click()
  await headed('Arbeitsbereiche')
})

test('somebody is invited in German, and the link is copied by the keyboard, which is told', async () => {
  await page().goto('/users')
  await page().getByRole('button', { name: 'Benutzer einladen' }).press('Enter')
  const form = dialogOf('Jemanden einladen')
  await form.getByRole('textbox', { name: 'E-Mail' }).fill('juno')
  await page().keyboard.press('Enter')
  await form.getByText('Geben Sie eine E-Mail-Adresse ein.').waitFor()
  await lookAtPage(page(), 'german-invitation')
  await expectGerman(page(), 'the invitation')
  await form.getByRole('textbox', { name: 'E-Mail' }).fill('juno@example.org')
  await page().keyboard.press('Enter')
  const made = dialogOf('Einladung für juno@example.org')
  await made.getByRole('button', { name: 'Link kopieren' }).and(page().locator(':focus')).waitFor()
  await lookAtPage(page(), 'german-link')
  await page().keyboard.press('Enter')
  await made.locator('[aria-live]').getByText('Kopiert').waitFor()
  expect(await page().evaluate(() => navigator.clipboard.readText())).toBe(
    await made.locator('code').innerText(),
  )
  await expectGerman(page(), 'the link of an invitation')
  await tabTo(page(), made.getByRole('button', { name: 'Fertig' }))
  await page().keyboard.press('Enter')
  await page().getByRole('button', { name: 'Benutzer einladen' }).and(page().locator(':focus')).waitFor()
  await page()
    .getByRole('row', { name: /juno@example.org/ })
    .getByText('Eingeladen')
    .waitFor()
})

/** Whether what has the focus is in view whole, with nothing above it. */
const isFocusInView = () =>
  page().evaluate(() => {
    const focused = document.activeElement
    const box = focused?.getBoundingClientRect()
    if (!focused || !box) return false
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return (
      box.top >= 0 &&
      box.bottom <= innerHeight &&
      at !== null &&
      (focused.contains(at) || at.contains(focused))
    )
  })

test('on a telephone a role is made by the keyboard: each group tells how much of it is chosen, and nothing covers the focus', async () => {
  await page().setViewportSize(TELEPHONE)
  await page().goto('/roles')
  await page()
    .getByRole('row', { name: /Aufsicht/ })
    .waitFor()
  await page().getByRole('button', { name: 'Neue Rolle' }).press('Enter')
  const dialog = dialogOf('Neue Rolle')
  await dialog.getByRole('textbox', { name: 'Name der Rolle' }).fill('Werkstatt')
  const group = dialog.getByRole('group', { name: 'Werkzeuge', exact: true })
  const all = group.getByRole('checkbox', { name: 'Alle: Werkzeuge', exact: true })
  const isMixed = () => all.evaluate((box) => (box as HTMLInputElement).indeterminate)
  await tabTo(page(), group.getByRole('button', { name: /^Werkzeuge/ }))
  await page().keyboard.press('Enter')
  await tabTo(page(), group.getByRole('checkbox', { name: 'Ansehen', exact: true }))
  await page().keyboard.press('Space')
  expect([await isMixed(), await all.isChecked()]).toEqual([true, false])
  await tabBackTo(all)
  await page().keyboard.press('Space')
  expect([await isMixed(), await all.isChecked()]).toEqual([false, true])
  expect(await group.getByRole('checkbox', { checked: true }).count()).toBe(
    await group.getByRole('checkbox').count(),
  )
  await page().keyboard.press('Space')
  expect([await isMixed(), await all.isChecked()]).toEqual([false, false])
  await page().keyboard.press('Space')
  const boxes = await dialog.getByRole('checkbox').count()
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let pressed = 0; pressed < boxes + 4; pressed++) {
      await page().keyboard.press(key)
      const focused = await page().evaluate(() => document.activeElement?.outerHTML.slice(0, 120))
      expect(await isFocusInView(), `${key}: what covers ${focused}`).toBe(true)
    }
  }
  await lookAtPage(page(), 'german-role')
  await expectGerman(page(), 'a new role')
  await dialog.getByRole('button', { name: 'Rolle erstellen' }).click()
  await page()
    .getByRole('row', { name: /Werkstatt/ })
    .waitFor()
  await expectGerman(page(), 'the roles')
})

async function tabBackTo(target: Locator): Promise<void> {
  const focused = target.and(page().locator(':focus'))
  for (let pressed = 0; pressed < 10 && (await focused.count()) === 0; pressed++)
    await page().keyboard.press('Shift+Tab')
  await focused.waitFor()
}

test('a role that is only looked at is scrolled by the keyboard', async () => {
  await page().setViewportSize(DESK)
  await page().goto('/roles')
  await page().getByRole('button', { name: 'admin ansehen' }).press('Enter')
  const dialog = dialogOf('Rolle')
  const list = dialog.locator('.permission-list')
  await dialog.getByRole('button', { name: 'Alle einklappen' }).press('Enter')
  await dialog.getByRole('button', { name: 'Alle aufklappen' }).press('Enter')
  await tabTo(page(), list.getByRole('button', { name: /^Anmeldungen/ }))
  await expect.poll(() => list.evaluate((box) => box.scrollTop)).toBeGreaterThan(0)
  await lookAtPage(page(), 'german-role-view')
  await page().keyboard.press('Escape')
})

test.each([
  ['/audit-log', [1, 2, 2]],
  ['/login-activity', [1, 2, 1]],
])('on a telephone the filters of %s fill whole lines', async (path, expected) => {
  await page().setViewportSize(TELEPHONE)
  await page().goto(path)
  const tools = page().getByRole('search')
  await tools.waitFor()
  const { fields, room } = await tools.evaluate((box) => ({
    room: box.getBoundingClientRect().right,
    fields: [...box.children].map((each) => {
      const { top, left, right } = each.getBoundingClientRect()
      return { top: Math.round(top), left: Math.round(left), right: Math.round(right) }
    }),
  }))
  const lines = Object.values(Object.groupBy(fields, ({ top }) => top)).map((line) => line ?? [])
  expect(lines.map((line) => line.length)).toEqual(expected)
  for (const line of lines) expect(line.at(-1)?.right).toBe(Math.round(room))
  await page().setViewportSize(DESK)
})

test.each(['/audit-log', '/login-activity'])('no column of %s is pushed out of sight', async (path) => {
  await page().goto(path)
  const table = page().locator('.table-panel')
  await table.waitFor()
  for (const width of [1440, 1024, 768, 390]) {
    await page().setViewportSize({ width, height: 900 })
    const hidden = () => table.evaluate((panel) => panel.scrollWidth - panel.clientWidth)
    await expect.poll(hidden, { message: `pixels out of sight at ${width}` }).toBeLessThanOrEqual(0)
  }
  await page().setViewportSize(DESK)
})

test.each(['/audit-log', '/login-activity'])(
  'a day is typed into the filter of %s, digit by digit',
  async (path) => {
    await page().goto(path)
    const day = page().getByLabel('Von', { exact: true })
    // Slower than the filter rests, as who looks for the keys.
    const write = (digits: string) => page().keyboard.type(digits, { delay: 350 })
    await tabTo(page(), day)
    await write('11282026')
    await expect.poll(() => new URL(page().url()).searchParams.get('from')).toBe('2026-11-28')
    expect(await day.inputValue()).toBe('2026-11-28')
    await tabTo(page(), page().getByLabel('Bis', { exact: true }))
    await write('11292026')
    await expect.poll(() => new URL(page().url()).searchParams.get('to')).toBe('2026-11-29')
    await page().reload()
    await expect.poll(() => page().getByLabel('Bis', { exact: true }).inputValue()).toBe('2026-11-29')
  },
)

test('an entry of the audit log is German in its dialog, and the focus goes back to its row', async () => {
  await page().goto('/audit-log?q=Werkstatt')
  const open = page().locator('.row-actions').getByRole('button').first()
  await open.press('Enter')
  const details = page().getByRole('dialog').getByRole('region', { name: 'Einzelheiten' })
  await details.getByText(/^Werkzeuge: Ansehen, Werkzeuge:/).waitFor()
  expect(await page().getByRole('dialog').innerText()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|"permissions"/)
  await lookAtPage(page(), 'german-entry-in-words')
  await tabTo(page(), page().locator('summary'))
  await page().keyboard.press('Enter')
  await page().getByRole('dialog').getByText('Platz in der Kette').waitFor()
  await lookAtPage(page(), 'german-entry')
  await expectGerman(page(), 'an entry of the audit log')
  await page().keyboard.press('Escape')
  await open.and(page().locator(':focus')).waitFor()
})
