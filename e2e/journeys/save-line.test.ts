import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { ADMINISTRATOR, signInAsAdministrator } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { fillInstallation } from '../support/installation.ts'
import { prepareJourney } from '../support/journey.ts'

const journey = prepareJourney()
let agentflowId = ''
beforeAll(async () => {
  for (const fault of ['ERR_INTERNET_DISCONNECTED', '401', '409']) journey.visitor.watch.allow(fault)
  await signInAsAdministrator(journey.page)
  agentflowId = (await fillInstallation(journey.product.address, 'few')).agentflowId
})

const line = () => journey.page.locator('.flow-name-state')
const save = () => journey.page.getByRole('button', { name: 'Save', exact: true })

async function openFlow() {
  await journey.page.goto(`/v2/agentcanvas/${agentflowId}`)
  await canvasOf(journey.page).card('start').waitFor()
}

async function rename(page: Page, from: string, to: string) {
  await canvasOf(page).card(from).click()
  await page.getByLabel('Name of the node').fill(to)
}

test('while the server is away the line says where the work is, and goes back to the truth by itself', async () => {
  const { visitor, page } = journey
  await openFlow()
  await visitor.context.setOffline(true)
  await rename(page, 'llm', 'asks')
  await line().getByText('offline, kept in this browser').waitFor()
  await expectAccessible(page, 'the canvas without a server')
  await visitor.context.setOffline(false)
  await line().getByText('unsaved changes').waitFor()
  await save().click()
  await page.getByText(/^The flow is saved\./).waitFor()
  expect(await line().innerText()).toContain('saved now')
})

test('work that was left while the server was away is offered when the flow is opened again', async () => {
  const { visitor, page } = journey
  await openFlow()
  await visitor.context.setOffline(true)
  await rename(page, 'asks', 'asks again')
  await line().getByText('offline, kept in this browser').waitFor()
  await page.goto('about:blank')
  await visitor.context.setOffline(false)
  await openFlow()
  await page.getByRole('button', { name: 'Go on with it' }).click()
  await canvasOf(page).card('asks again').waitFor()
  await save().click()
  await page.getByText(/^The flow is saved\./).waitFor()
})

test('a session that ends over the work is begun again in place', async () => {
  const { visitor, page } = journey
  await openFlow()
  await canvasOf(page).card('asks again').click()
  const name = page.getByLabel('Name of the node')
  await name.waitFor()
  // Only what is typed meets the end: a click that did would have the dialog come before the typing.
  await page.waitForLoadState('networkidle')
  await visitor.context.clearCookies()
  await name.fill('asks on')
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
  const password = dialog.getByRole('textbox', { name: 'Password' })
  await password.and(page.locator(':focus')).waitFor()
  await expectAccessible(page, 'the sign-in in place')
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter your password.').waitFor()
  await password.fill(ADMINISTRATOR.password)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await line().getByText('unsaved changes').waitFor()
  expect(new URL(page.url()).pathname).toBe(`/v2/agentcanvas/${agentflowId}`)
  await canvasOf(page).card('asks on').waitFor()
  await save().click()
  await page.getByText(/^The flow is saved\./).waitFor()
})
