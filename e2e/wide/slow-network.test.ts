import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { prepareJourney } from '../support/journey.ts'

const MESSAGES = '**/api/v1/internal-chatmessage/**'
const CREATION = '**/api/v1/chatflows'
const CANVAS_OF_A_FLOW = /\/canvas\/[0-9a-f-]{36}/
const journey = prepareJourney()

/** Holds the first save of a new flow back until it is let go. */
async function holdCreation(page: Page): Promise<{ begun: Promise<unknown>; letGo: () => void }> {
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(CREATION, async (route) => {
    if (route.request().method() === 'POST') await gate
    await route.continue()
  })
  return { begun: page.waitForRequest((request) => request.method() === 'POST'), letGo }
}

const openNewFlow = async (page: Page) => {
  await page.goto('/canvas')
  await page.getByText('Nothing here yet').waitFor()
}
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

test('who leaves while a new flow is saved is not called back when it is', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await openNewFlow(page)
  const { begun, letGo } = await holdCreation(page)
  await saveButton(page).click()
  await begun
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.waitForURL('**/chatflows')
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  letGo()
  await answered
  await page.getByText(/^The flow is saved\./).waitFor()
  expect(new URL(page.url()).pathname).toBe('/chatflows')
  await page.unroute(CREATION)
})

test('what is changed while a new flow is saved goes along to its address, and nothing is asked', async () => {
  const { page } = journey
  await openNewFlow(page)
  await canvasOf(page).add('Calculator')
  const { begun, letGo } = await holdCreation(page)
  await saveButton(page).click()
  await begun
  await canvasOf(page).add('Buffer Memory')
  letGo()
  await page.waitForURL(CANVAS_OF_A_FLOW)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await canvasOf(page).card('Buffer Memory').waitFor()
  await page.getByText('unsaved changes').waitFor()
  await page.unroute(CREATION)
})

test('who saves and leaves at once is not asked about work that is saved by then', async () => {
  const { page } = journey
  await openNewFlow(page)
  await canvasOf(page).add('Calculator')
  const { begun, letGo } = await holdCreation(page)
  await saveButton(page).click()
  await begun
  await page.getByRole('link', { name: 'Back to the list' }).click()
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  letGo()
  const { id } = (await (await answered).json()) as { id: string }
  await page.waitForURL('**/chatflows')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.unroute(CREATION)
  await page.goto(`/canvas/${id}`)
  await canvasOf(page).card('Calculator').waitFor()
})

test('Control+S saves the name that is being written', async () => {
  const { page } = journey
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByLabel('Name of the flow').fill('Named by keys')
  await page.keyboard.press('Control+s')
  await saved
  await page.getByText(/saved now|saved \d/).waitFor()
  await page.reload()
  await canvasOf(page).card('Calculator').waitFor()
  await expect.poll(() => page.getByLabel('Name of the flow').inputValue()).toBe('Named by keys')
})

test('before a new name is left behind, it is said that it is lost', async () => {
  const { page } = journey
  await page.getByLabel('Name of the flow').fill('Never saved')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  expect(await question.innerText()).toContain('new name')
  await question.getByRole('button', { name: 'Stay' }).click()
  await page.getByLabel('Name of the flow').fill('Named by keys')
  await page.keyboard.press('Control+s')
})

test('a network that comes back does not take the flow from the screen, whatever it says then', async () => {
  const { page, visitor } = journey
  for (const fault of ['500', 'ERR_INTERNET_DISCONNECTED']) visitor.watch.allow(fault)
  await page.reload()
  await canvasOf(page).card('Calculator').waitFor()
  await page.route('**/api/v1/chatflows/*?view=document', (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  )
  await visitor.context.setOffline(true)
  const told = page.waitForEvent('console', (line) => line.text().includes('failed: HTTP 500'))
  await visitor.context.setOffline(false)
  await told
  expect(await canvasOf(page).card('Calculator').isVisible()).toBe(true)
})

test('a question that is sent before the stored messages are there goes off when they are', async () => {
  const { page } = journey
  await page.unroute('**/api/v1/chatflows/*?view=document')
  await page.goto('/chatflows')
  await page.getByRole('link', { name: /Start here/ }).click()
  const chat = chatOf(page)
  await chat.open()
  await chat.ask('What is 2 + 3?')
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(MESSAGES, async (route) => {
    await gate
    await route.continue()
  })
  await page.reload()
  await chat.open()
  await page.getByLabel('Your question').fill('What is 4 + 5?')
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('Your question').inputValue()).toBe('What is 4 + 5?')
  letGo()
  await chat.answers().nth(1).getByText('The result is 9.').waitFor()
  expect(await chat.questions().allInnerTexts()).toEqual(['What is 2 + 3?', 'What is 4 + 5?'])
  await page.unroute(MESSAGES)
})
