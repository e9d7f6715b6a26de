import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { type FakeVendor, startFakeVendor } from '../support/fake-vendor.ts'
import { prepareJourney } from '../support/journey.ts'

const KEY = 'sk-for-the-journey-0123456789'
let vendor: FakeVendor
beforeAll(async () => {
  vendor = await startFakeVendor(KEY)
})
afterAll(() => vendor.close())

const journey = prepareJourney(() => ({ EGRESS_ALLOW: vendor.host }))
const text = (name: string) => journey.page.getByRole('textbox', { name, exact: true })

test('a credential is made inside the node, and the flow answers with the vendor’s words', async () => {
  const { page } = journey
  const canvas = canvasOf(page)
  const chat = chatOf(page)
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'New chatflow' }).click()
  await canvas.drop('Conversation Chain', { x: 520, y: 200 })
  await canvas.drop('Buffer Memory', { x: 140, y: 420 })
  await canvas.drop('OpenAI', { x: 140, y: 120 })
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New credential' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Team account')
  await dialog.getByLabel(/^OpenAI Api Key/).fill(KEY)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /additional settings/ }).click()
  await text('BasePath').fill(vendor.baseURL)
  await canvas.closeForm()
  await canvas.connect({ node: 'OpenAI' }, { node: 'Conversation Chain', port: 'Chat Model' })
  await canvas.connect({ node: 'Buffer Memory' }, { node: 'Conversation Chain', port: 'Memory' })
  await canvas.save()
  await chat.open()
  expect(await chat.ask('Good morning')).toContain('The vendor heard: "Good morning"')
  expect(vendor.calls).toEqual([{ model: 'gpt-4o-mini', stream: true }])
})

test('the key is never sent back to the browser, and a wrong one is said in plain words', async () => {
  const { page } = journey
  const canvas = canvasOf(page)
  await canvas.card('OpenAI').click()
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/credentials')) answers.push(response.text())
  })
  await page.getByRole('button', { name: 'Change this credential' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change credential' })
  await dialog.getByText('Stored secrets are not shown.').waitFor()
  expect((await Promise.all(answers)).join('')).not.toContain(KEY)
  await dialog.getByLabel(/^OpenAI Api Key/).fill('sk-wrong')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const chat = chatOf(page)
  const answer = await chat.ask('And now?')
  expect(answer).toContain('refused the API key')
  expect(answer).not.toContain('sk-wrong')
  await page.reload()
  await chat.open()
  await page.getByText('And now?').waitFor()
  await page.getByText('refused the API key').first().waitFor()
})

test('a node whose credential was deleted says so, and its form asks for nothing in vain', async () => {
  const { page, product } = journey
  const api = await openApi(product.address)
  for (const { id } of await api.get<{ id: string }[]>('/credentials')) await api.delete(`/credentials/${id}`)
  await page.reload()
  await canvasOf(page).card('OpenAI').click()
  await page.getByText('This credential is not in this workspace.').waitFor()
  await page.waitForLoadState('networkidle')
})
