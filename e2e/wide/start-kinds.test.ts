import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'

const journey = prepareJourney()

const SCHEDULE = {
  startInputType: 'scheduleInput',
  scheduleType: 'visualPicker',
  scheduleFrequency: 'monthly',
  scheduleOnTime: '09:30',
  scheduleOnDayOfMonth: '1,15,L',
  scheduleEndDate: '2027-01-31T00:00:00.000Z',
  scheduleInputMode: 'text',
  scheduleDefaultInput: 'What is new?',
}

/** A node that is called after its type. */
const node = (label: string, type: string, inputs: object) => ({
  id: `${type}_0`,
  type: 'agentFlow',
  position: { x: label === 'Start' ? 60 : 460, y: 160 },
  data: { id: `${type}_0`, name: type, label, inputs, outputs: {} },
})

test('a flow that a schedule starts shows its settings, which can be changed, and says what does not work yet', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  const api = await openApi(journey.product.address)
  const nodes = [
    node('Start', 'startAgentflow', SCHEDULE),
    node('Reply', 'directReplyAgentflow', { directReplyMessage: 'Nothing.' }),
  ]
  const edge = {
    id: 'e',
    source: 'startAgentflow_0',
    target: 'directReplyAgentflow_0',
    sourceHandle: 'startAgentflow_0-output-startAgentflow',
    targetHandle: 'directReplyAgentflow_0',
    type: 'agentFlow',
  }
  const flowData = JSON.stringify({ nodes, edges: [edge] })
  const { id } = await api.post<{ id: string }>('/chatflows', {
    name: 'Monthly',
    type: 'AGENTFLOW',
    flowData,
  })
  await page.goto(`/v2/agentcanvas/${id}`)
  await canvasOf(page).card('Start').click()
  const form = page.getByRole('region', { name: 'Settings of Start' })
  const kind = form.getByRole('combobox', { name: 'Input Type' })
  expect(await kind.inputValue()).toBe('Schedule')
  expect(await form.getByLabel('On Time').inputValue()).toBe('09:30')
  expect(await form.getByLabel('End Date').inputValue()).toBe('2027-01-31')
  await form.getByText('Last day', { exact: true }).waitFor()
  await kind.click()
  const offered = page.getByRole('option')
  await offered.filter({ hasText: 'Form Input' }).waitFor()
  expect(await offered.filter({ hasText: /^Webhook/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await lookAtPage(page, 'start-by-schedule')
  await form.getByLabel('On Time').fill('10:00')
  await canvasOf(page).closeForm()
  await canvasOf(page).save()
  const stored = await api.get<{ flowData: string }>(`/chatflows/${id}`)
  const flow = JSON.parse(stored.flowData) as { nodes: { id: string; data: { inputs: object } }[] }
  expect(flow.nodes.find((each) => each.id === 'startAgentflow_0')?.data.inputs).toMatchObject({
    ...SCHEDULE,
    scheduleOnTime: '10:00',
  })
})

test('a step that ends a branch updates the state, and has no error branch to choose', async () => {
  const { page } = journey
  await canvasOf(page).card('Reply').click()
  const form = page.getByRole('region', { name: 'Settings of Reply' })
  await form.getByRole('button', { name: 'Add to Update Flow State' }).waitFor()
  await form.getByRole('button', { name: /additional settings?$/ }).click()
  await form.getByRole('combobox', { name: 'On Error' }).click()
  await page.getByRole('option').filter({ hasText: 'Go on with a text' }).waitFor()
  expect(await page.getByRole('option').filter({ hasText: 'error branch' }).count()).toBe(0)
  await page.keyboard.press('Escape')
})
