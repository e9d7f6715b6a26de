import { startMailServer, type TestMailServer } from '@runnel/drivers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { addressOf, COMPANY_PASSWORD, invite, linkIn } from '../support/company.ts'
import { cutButtons } from '../support/cut-buttons.ts'
import { prepareJourney, type Visitor } from '../support/journey.ts'
import { type KeyboardHand, keyboardHandOf } from '../support/keyboard-hand.ts'

let mail: TestMailServer
beforeAll(async () => {
  mail = await startMailServer()
})
const journey = prepareJourney(() => ({
  PLATFORM_TYPE: 'cloud',
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  MAIL_FROM: 'Runnel <runnel@example.org>',
}))
afterAll(() => mail.close())

let dora: Visitor
let hand: KeyboardHand
const field = (name: string) => dora.page.getByRole('textbox', { name, exact: true })

async function openPhone(): Promise<void> {
  dora = await journey.openVisitor({ viewport: { width: 390, height: 844 }, locale: 'de-DE' })
  hand = keyboardHandOf(dora.page)
}

test('whoever registers by keys is told what comes next, and the keys go on there', async () => {
  await signInAsAdministrator(journey.page)
  await openPhone()
  await dora.page.goto('/register')
  await hand.write(field('Name'), 'Dora')
  await hand.write(field('E-Mail'), addressOf('Dora'))
  await hand.write(field('Neues Passwort'), COMPANY_PASSWORD)
  await hand.write(field('Passwort wiederholen'), COMPANY_PASSWORD)
  await dora.page.keyboard.press('Enter')
  await dora.page.getByRole('heading', { name: 'Öffnen Sie Ihre Mail' }).waitFor()
  await hand.isTold(addressOf('Dora'))
})

test('the link of the mail leads into its field, and is not asked for once it is used up', async () => {
  const { page } = dora
  await page.goto(linkIn((await mail.take(addressOf('Dora'))).text))
  await page.locator('input:focus').waitFor()
  await page.keyboard.type(COMPANY_PASSWORD)
  await page.keyboard.press('Enter')
  await hand.isTold('Ihre Adresse ist bestätigt')
  await page.getByText('Von jetzt an melden Sie sich mit Adresse und Passwort an').waitFor()
  expect(await page.getByText('Geben Sie das Passwort ein').count()).toBe(0)
})

test('on a telephone the buttons of an invitation show all their words', async () => {
  const { page } = journey
  await page.goto('/users')
  await invite(page, { name: 'Emil', workspace: 'Default Workspace', role: 'viewer' })
  await dora.page.goto(linkIn((await mail.take(addressOf('Emil'))).text))
  await dora.page.getByText('Anmelden und annehmen').waitFor()
  expect(await cutButtons(dora.page)).toEqual([])
})
