import { campaignShare } from '@runnel/contract/testing'
import { startMailServer, type TestMailServer } from '@runnel/drivers/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMINISTRATOR, signIn } from '../support/administrator.ts'
import {
  addressOf,
  COMPANY_PASSWORD,
  confirmRegistration,
  expectPages,
  fillAccount,
  forgetSession,
  type Invited,
  invite,
  join,
  linkIn,
  makeAdministrator,
  makeOrganizationByKeys,
  makeWorkspaces,
  menuOf,
  switchOrganization,
  tabTo,
  trailOf,
} from '../support/company.ts'
import { prepareJourney, type Visitor } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'

const LOOKS = ['Chatflows', 'Agentflows', 'Executions', 'Marketplaces', 'Tools', 'Credentials', 'Variables']
const STORES = ['Document Stores']
const PEOPLE = ['Roles', 'Users', 'Workspaces', 'Login Activity', 'Audit Log']
/** Where a company runs the product for itself, and where strangers register. */
type Platform = 'enterprise' | 'cloud'
const OTHERS: Record<Platform, string[]> = {
  enterprise: ['Account Settings'],
  cloud: ['Account Settings', 'Documentation', 'Logout'],
}

/** What each role shows beside what stands below for all, and which pages it opens and which it does not. */
const SEEN: Record<string, { menu: string[]; open: string[]; closed: string[] }> = {
  owner: {
    menu: [...LOOKS, 'API Keys', ...STORES, ...PEOPLE],
    open: ['/roles'],
    closed: ['/sso-config'],
  },
  admin: {
    menu: [...LOOKS, 'API Keys', ...STORES, ...PEOPLE],
    open: ['/users'],
    closed: ['/sso-config'],
  },
  editor: {
    menu: [...LOOKS, 'API Keys', ...STORES],
    open: ['/apikey'],
    closed: ['/users', '/audit-log'],
  },
  viewer: {
    menu: [...LOOKS, ...STORES],
    open: ['/credentials'],
    closed: ['/apikey', '/workspaces'],
  },
  Operator: { menu: ['Executions'], open: ['/executions'], closed: ['/chatflows', '/tools'] },
}

/** Those who come by the link of a mail, each at a browser of their own; beside them Ada and Grace, who own the two. */
const AT_ADAS: Invited[] = [
  { name: 'Olga', workspace: 'Default Workspace', role: 'owner' },
  { name: 'Adam', workspace: 'Support', role: 'admin' },
  { name: 'Edda', workspace: 'Research', role: 'editor' },
  { name: 'Vera', workspace: 'Support', role: 'viewer' },
  { name: 'Mona', workspace: 'Research', role: 'member' },
  { name: 'Otto', workspace: 'Default Workspace', role: 'Operator' },
  { name: 'Finn', workspace: 'Support', role: 'editor' },
]
const AT_GRACES: Invited[] = [
  { name: 'Vera', workspace: 'Field', role: 'editor' },
  { name: 'Hugo', workspace: 'Field', role: 'admin' },
  { name: 'Ines', workspace: 'Default Workspace', role: 'viewer' },
]
/** Invited with the keyboard alone. */
const GINA: Invited = { name: 'Gina', workspace: 'Research', role: 'viewer' }

/** Each platform and each database in each run; all pairs in the long one. */
const PLACES = campaignShare(
  [
    ['cloud', 'postgres'],
    ['cloud', 'sqlite'],
    ['enterprise', 'sqlite'],
    ['enterprise', 'postgres'],
  ] as const,
  { subject: 0, of: 2 },
)

describe.each(PLACES)('a company in the %s kind on %s', (platform, database) => {
  let mail: TestMailServer
  beforeAll(async () => {
    mail = await startMailServer()
  })
  const journey = prepareJourney(
    () => ({
      PLATFORM_TYPE: platform,
      NEW_ORGANIZATIONS: 'yes',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'Runnel <runnel@example.org>',
    }),
    {},
    database,
  )
  afterAll(() => mail.close())

  const people = new Map<string, Visitor>()

  const nextLink = async (name: string) => linkIn((await mail.take(addressOf(name))).text)

  /** A browser of this person's own; pages that a role does not open, and a session that ended, are told there. */
  async function openBrowserOf(name: string): Promise<Visitor> {
    const known = people.get(name)
    if (known) return known
    const visitor = await journey.openVisitor()
    visitor.watch.allow('status of 401')
    people.set(name, visitor)
    return visitor
  }

  /** Opens the link in somebody's mailbox, signed out, and joins. */
  async function joinByMail({ name }: Invited): Promise<void> {
    const isKnown = people.has(name)
    const visitor = await openBrowserOf(name)
    if (isKnown) await forgetSession(visitor)
    await join(visitor.page, await nextLink(name), name)
  }

  test('the first organisation is named with its administrator, and gets three workspaces', async () => {
    const { page } = journey
    await page.goto('/')
    await page.getByRole('heading', { name: 'Set up Runnel' }).waitFor()
    await page.getByLabel('E-mail').fill(ADMINISTRATOR.email)
    await page.getByRole('textbox', { name: 'Organisation' }).fill('Ada & Co')
    await lookAtPage(page, 'company-set-up')
    await fillAccount(page, 'Ada')
    await page.waitForURL('**/chatflows')
    await makeWorkspaces(page, ['Support', 'Research'])
  })

  test('a sixth role is made in the role editor', async () => {
    const { page } = journey
    await page.getByRole('link', { name: 'Roles', exact: true }).click()
    await page.getByRole('button', { name: 'New role' }).click()
    const dialog = page.getByRole('dialog', { name: 'New role' })
    await dialog.getByRole('textbox', { name: 'Role name' }).fill('Operator')
    await dialog.getByRole('checkbox', { name: 'All of Executions', exact: true }).check()
    await dialog.getByRole('button', { name: 'Create role' }).click()
    const rows = page.getByRole('row')
    await rows.filter({ hasText: 'Operator' }).waitFor()
    for (const name of ['owner', 'admin', 'editor', 'viewer', 'member'])
      await rows.filter({ hasText: name }).first().waitFor()
  })

  test('somebody is invited with the keyboard alone, from the menu to the message', async () => {
    const { page } = journey
    const { keyboard } = page
    await tabTo(page, page.getByRole('link', { name: 'Users', exact: true }))
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
    await tabTo(page, page.getByRole('button', { name: 'Invite user' }))
    await keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Invite somebody' })
    const email = form.getByRole('textbox', { name: 'E-mail' })
    await email.and(page.locator(':focus')).waitFor()
    await keyboard.type(addressOf(GINA.name))
    for (const [field, value] of [
      ['Workspace', GINA.workspace],
      ['Role', GINA.role],
    ] as const) {
      const choice = form.getByRole('combobox', { name: field })
      await tabTo(page, choice)
      // Where one may invite, and with which role, is asked for when the dialog opens and when a workspace is chosen.
      await choice.getByRole('option', { name: value, exact: true }).waitFor({ state: 'attached' })
      await keyboard.type(value)
      await expect.poll(() => choice.locator('option:checked').innerText()).toBe(value)
    }
    await tabTo(page, form.getByRole('button', { name: 'Invite' }))
    await keyboard.press('Enter')
    await page.getByText(`${addressOf(GINA.name)} is invited.`).waitFor()
    await form.waitFor({ state: 'detached' })
  })

  test('seven more are invited by the dialog, and eight join by their mails at browsers of their own', async () => {
    for (const each of AT_ADAS) await invite(journey.page, each)
    for (const each of [GINA, ...AT_ADAS]) await joinByMail(each)
    await journey.page.reload()
    const rows = journey.page.getByRole('row')
    for (const { name } of [GINA, ...AT_ADAS])
      await rows
        .filter({ hasText: addressOf(name) })
        .getByRole('cell', { name: 'Active' })
        .waitFor()
    await lookAtPage(journey.page, 'company-users')
  })

  /** In the cloud she registers with it; elsewhere Ada makes it by the keyboard, and invites her as its owner. */
  async function openSecondOrganization(): Promise<Page> {
    if (platform === 'cloud') {
      const { page } = await journey.openVisitor()
      await page.goto('/register')
      await page.getByLabel('E-mail').fill(addressOf('Grace'))
      await page.getByRole('textbox', { name: 'Organisation' }).fill('Grace & Sons')
      await lookAtPage(page, 'company-register')
      await fillAccount(page, 'Grace')
      await page.getByText('to confirm your address').waitFor()
      await confirmRegistration(page, await nextLink('Grace'))
      await page.goto('/signin')
      await signIn(page, COMPANY_PASSWORD, addressOf('Grace'))
      return page
    }
    await makeOrganizationByKeys(journey.page, { from: 'Ada & Co', name: 'Grace & Sons' })
    await journey.page.getByRole('link', { name: 'Users', exact: true }).click()
    await invite(journey.page, { name: 'Grace', workspace: 'Default Workspace', role: 'owner' })
    await joinByMail({ name: 'Grace', workspace: '', role: '' })
    await makeAdministrator(journey.page, addressOf('Grace'))
    await switchOrganization(journey.page, { from: 'Grace & Sons', to: 'Ada & Co' })
    const { page } = await openBrowserOf('Grace')
    await page.goto('/')
    return page
  }

  test('a second organisation is made, and nothing of the first is seen there', async () => {
    const page = await openSecondOrganization()
    await makeWorkspaces(page, ['Field'])
    expect(await page.getByText(/Support|Research/).count()).toBe(0)
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    for (const each of AT_GRACES) await invite(page, each)
    for (const each of AT_GRACES) await joinByMail(each)
    await page.reload()
    await expect
      .poll(() => page.getByRole('row').count())
      .toBe(1 + (platform === 'cloud' ? 1 : 2) + AT_GRACES.length)
    await page.getByRole('link', { name: 'Roles', exact: true }).click()
    await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor()
    await page.getByRole('row').filter({ hasText: 'owner' }).first().waitFor()
    expect(await page.getByText('Operator').count()).toBe(0)
  })

  test('who belongs to both goes from one to the other, with the role of each', async () => {
    const { page } = await openBrowserOf('Vera')
    await page.goto('/variables')
    const here = await trailOf(page).getByRole('button').first().innerText()
    if (here.includes('Ada & Co')) await switchOrganization(page, { from: 'Ada & Co', to: 'Grace & Sons' })
    await page.goto('/variables')
    await page.getByRole('button', { name: 'New variable' }).first().waitFor()
    await lookAtPage(page, 'company-both')
    await switchOrganization(page, { from: 'Grace & Sons', to: 'Ada & Co' })
    await page.goto('/variables')
    await page.getByRole('heading', { name: 'Variables', level: 1 }).waitFor()
    expect(await page.getByRole('button', { name: 'New variable' }).count()).toBe(0)
  })

  test.each([
    ['owner', 'Olga'],
    ['admin', 'Adam'],
    ['editor', 'Edda'],
    ['viewer', 'Gina'],
    ['Operator', 'Otto'],
  ])('the role %s shows its menu and opens its pages alone', async (role, name) => {
    const { page } = await openBrowserOf(name)
    const { menu, ...pages } = SEEN[role] ?? { menu: [], open: [], closed: [] }
    await page.goto('/')
    await expect.poll(() => menuOf(page)).toEqual([...menu, ...OTHERS[platform]])
    if (role === 'owner' || role === 'Operator') await lookAtPage(page, `company-${role}`)
    await expectPages(page, pages)
  })

  test('the role member opens nothing, says so, and leads to another workspace and out', async () => {
    const { page } = await openBrowserOf('Mona')
    await page.goto('/chatflows')
    await page.getByRole('heading', { name: 'Nothing is open to you here' }).waitFor()
    // Elsewhere the organisation is named to who is in several.
    if (platform === 'cloud') await page.getByText('Ada & Co').waitFor()
    await journey.page.getByRole('link', { name: 'Users', exact: true }).click()
    await invite(journey.page, { name: 'Mona', workspace: 'Support', role: 'viewer' })
    await page.reload()
    const leaveFor = async (from: string, to: string) => {
      await tabTo(page, page.getByRole('button', { name: `Workspace: ${from}` }))
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: to }).click()
    }
    await leaveFor('Research', 'Support')
    await page.waitForURL('**/chatflows')
    await leaveFor('Support', 'Research')
    await page.getByRole('heading', { name: 'Nothing is open to you here' }).waitFor()
    await lookAtPage(page, 'company-member')
    await tabTo(page, page.locator('#content').getByRole('button', { name: 'Logout' }))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login*')
  })
})
