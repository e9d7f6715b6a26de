import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ADMINISTRATOR, signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { chatOf } from '../support/chat.ts'
import { tabTo } from '../support/company.ts'
import { prepareJourney, type Visitor } from '../support/journey.ts'
import { inGerman, look } from '../support/look-closely.ts'
import { addPerson } from '../support/person.ts'
import { makeReplyFlow } from '../support/reply-flow.ts'

const journey = prepareJourney()
const NEEDS = 'To change it you need the right “Edit configuration”.'
let api: ApiCaller
let visitor: Visitor
let flowId: string

/** Every control of what is open, but those that lead on or out, is barred. */
async function expectFixed(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  for (const role of ['switch', 'checkbox', 'radio'] as const) {
    const free = await dialog
      .getByRole(role)
      .evaluateAll((boxes) => boxes.filter((box) => !(box as HTMLInputElement).disabled).length)
    expect(free, `${role} of ${name}`).toBe(0)
  }
  expect(await dialog.getByRole('button', { name: /^Save/ }).count()).toBe(0)
}

test('who may draw flows and not configure them sees the documents of a flow, fixed, and is told the right', async () => {
  await signInAsAdministrator(journey.page)
  api = await openApi(journey.product.address)
  flowId = await makeReplyFlow(api, 'Tea', 'Hello')
  const person = await addPerson(journey.product, 'Dora Draws')
  const permissions = ['agentflows:view', 'agentflows:create', 'agentflows:update']
  const role = await api.post<{ id: string }>('/role', {
    name: 'Draws',
    permissions: JSON.stringify(permissions),
  })
  const [workspace] = await api.get<{ id: string }[]>('/workspace')
  await api.post('/workspaceuser', { workspaceId: workspace?.id, userId: person.id, roleId: role.id })
  visitor = await journey.openVisitor()
  const { page } = visitor
  await page.goto('/')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(ADMINISTRATOR.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/agentflows')
  await page.goto(`/v2/agentcanvas/${flowId}`)
  await chatOf(page).open()
  await page.getByRole('button', { name: 'Documents of this flow' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Documents' })
  await dialog.getByText(NEEDS).waitFor()
  await expectFixed(page, 'Documents')
  await look(page, 'fixed-documents')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('so it is with speech, by the keyboard at 390 px', async () => {
  const { page } = visitor
  await page.getByRole('button', { name: 'Speech of this flow' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Speech' })
  await dialog.getByText(NEEDS).waitFor()
  await expectFixed(page, 'Speech')
  await look(page, 'fixed-speech')
  await page.setViewportSize({ width: 390, height: 900 })
  await tabTo(page, dialog.getByRole('tab').first())
  await page.keyboard.press('ArrowRight')
  await dialog.getByRole('tab').nth(1).and(page.locator(':focus')).waitFor()
  await expectFixed(page, 'Speech')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('so it is with what callers see of a run', async () => {
  const { page } = visitor
  await page.getByRole('button', { name: 'Use by API' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Use by API' })
  await dialog.getByText(NEEDS).waitFor()
  expect(await dialog.getByRole('switch', { name: 'Callers see the steps' }).isDisabled()).toBe(true)
  await look(page, 'fixed-api')
  await page.keyboard.press('Escape')
  await inGerman(page, 'fixed-documents', async () => {
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    await page.getByRole('button', { name: 'Dokumente dieses Flows' }).press('Enter')
    await page.getByText('„Konfiguration ändern“').waitFor()
  })
})

test('a flow whose steps are not connected says which, to who draws it', async () => {
  const { page } = journey
  const node = (type: string, inputs: object) => ({
    id: `${type}_0`,
    type: 'agentFlow',
    position: { x: 60, y: 160 },
    data: { id: `${type}_0`, name: type, label: type, inputs, outputs: {} },
  })
  const flowData = {
    nodes: [
      node('startAgentflow', { startInputType: 'chatInput' }),
      node('directReplyAgentflow', { directReplyMessage: 'Hello' }),
    ],
    edges: [],
  }
  const { id } = await api.post<{ id: string }>('/chatflows', {
    name: 'Loose',
    type: 'AGENTFLOW',
    flowData: JSON.stringify(flowData),
  })
  await page.goto(`/v2/agentcanvas/${id}`)
  await chatOf(page).open()
  await chatOf(page).ask('Hello?')
  await page.getByText(/The flow gave no text\. This step is connected to nothing.*directReply/).waitFor()
  await look(page, 'empty-answer')
  await page
    .getByRole('article', { name: 'Answer' })
    .getByRole('button', { name: /^Open directReply/ })
    .press('Enter')
  await inGerman(page, 'empty-answer', async () => {
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    await page.getByText(/ist mit nichts verbunden/).waitFor()
  })
})
