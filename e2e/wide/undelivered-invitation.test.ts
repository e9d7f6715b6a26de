import { startMailServer, type TestMailServer } from '@runnel/drivers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { addressOf, invite, join, linkIn, tabTo } from '../support/company.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { expectNoSidewaysScroll, WIDTHS } from '../support/page-width.ts'

let mail: TestMailServer
beforeAll(async () => {
  mail = await startMailServer()
})
const journey = prepareJourney(() => ({
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  MAIL_FROM: 'Runnel <runnel@example.org>',
}))
afterAll(() => mail.close())

const rowOf = (name: string) => journey.page.getByRole('row').filter({ hasText: addressOf(name) })

/** Invites somebody whose mailbox is refused for good, and waits until the list says so. */
async function inviteInVain(name: string): Promise<void> {
  const { page } = journey
  mail.refuseNext(1, 550)
  const before = mail.offered
  await invite(page, { name, workspace: 'Default Workspace', role: 'viewer' })
  await expect.poll(() => mail.offered).toBe(before + 1)
  await expect
    .poll(async () => {
      await page.reload()
      await rowOf(name).waitFor()
      return rowOf(name).getByText('could not be delivered').count()
    })
    .toBe(1)
}

test('an invitation that does not arrive is told in the list, with what the mail server said', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await inviteInVain('Ida')
  await rowOf('Ida').getByText('Not now').waitFor()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await rowOf('Ida').getByText('could not be delivered').waitFor()
    await expectNoSidewaysScroll(page, `an invitation that did not arrive at ${width}`)
  }
  for (const colour of COLOURS) {
    await setColours(page, colour)
    await expectAccessible(page, `an invitation that did not arrive, ${colour}`)
  }
  await lookAtPage(page, 'invitation-undelivered')
})

test('it is sent again, and the words are gone', async () => {
  const { page } = journey
  await rowOf('Ida')
    .getByRole('button', { name: /Send the invitation/ })
    .click()
  await page.getByText('gets a new invitation').waitFor()
  const link = linkIn((await mail.take(addressOf('Ida'))).text)
  await expect
    .poll(async () => {
      await page.reload()
      await rowOf('Ida').waitFor()
      return rowOf('Ida').getByText('could not be delivered').count()
    })
    .toBe(0)
  const ida = await journey.openVisitor()
  await join(ida.page, link, 'Ida')
})

test('of another one a new link is shown by the keyboard, to hand on, and opens', async () => {
  const { page } = journey
  await inviteInVain('Otto')
  const shows = rowOf('Otto').getByRole('button', { name: /Show a new link/ })
  await tabTo(page, shows)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Invitation for ${addressOf('Otto')}` })
  await dialog.waitFor()
  await expectAccessible(page, 'the link of an invitation that did not arrive')
  const link = linkIn(await dialog.innerText())
  const otto = await journey.openVisitor()
  await join(otto.page, link, 'Otto')
})
