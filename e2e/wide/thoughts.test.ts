import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { chatOf } from '../support/chat.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { prepareJourney } from '../support/journey.ts'
import { expectNoSidewaysScroll, WIDTHS } from '../support/page-width.ts'

const THOUGHT = `**The sky**\n\nClouds gather over ${'a-very-long-place-name-'.repeat(6)}, and the wind turns west. So it will rain.`

let vendor: FakeOpenAI
beforeAll(async () => {
  vendor = await startFakeOpenAI({
    respond: () => ({ reasoning: THOUGHT, text: 'Yes, it will rain.', tokenDelayMs: 250 }),
  })
})
afterAll(() => vendor.close())

const journey = prepareJourney(() => ({ EGRESS_ALLOW: vendor.host }))
let flowId = ''

const node = (id: string, label: string, inputs: object) => ({
  id,
  type: 'agentFlow',
  position: { x: label === 'Start' ? 60 : 400, y: 160 },
  data: { id, name: id.replace('_0', ''), label, inputs, outputs: {} },
})

/** Start → a model that thinks aloud. */
const thinkingFlow = () => ({
  nodes: [
    node('startAgentflow_0', 'Start', { startInputType: 'chatInput' }),
    node('llmAgentflow_0', 'Forecast', {
      llmModel: 'chatOpenAICustom',
      llmModelConfig: { llmModel: 'chatOpenAICustom', modelName: 'open-model', basepath: vendor.baseURL },
      llmEnableMemory: true,
    }),
  ],
  edges: [
    {
      id: 'startAgentflow_0-llmAgentflow_0',
      source: 'startAgentflow_0',
      target: 'llmAgentflow_0',
      sourceHandle: 'startAgentflow_0-output-startAgentflow',
      targetHandle: 'llmAgentflow_0',
      type: 'agentFlow',
    },
  ],
})

/** The card, by what it says. */
const card = (inside: Page | Locator, name: RegExp) => inside.getByRole('button', { name })
const DONE = /^Thought for \d/

test('thoughts are folded while they come, and open by the keyboard', async () => {
  const { page, product } = journey
  await page.goto('/')
  await signInAsAdministrator(page)
  const api = await openApi(product.address)
  const flowData = JSON.stringify(thinkingFlow())
  const flow = await api.post<{ id: string }>('/chatflows', { name: 'Rain', type: 'AGENTFLOW', flowData })
  flowId = flow.id
  await page.goto(`/v2/agentcanvas/${flowId}`)
  const chat = chatOf(page)
  await chat.open()
  await chat.send('Will it rain?')
  const answer = chat.answers().first()
  const growing = card(answer, /^Thinking…$/)
  await growing.waitFor()
  expect(await growing.getAttribute('aria-expanded')).toBe('false')
  expect(await answer.getByText('Clouds gather').count()).toBe(0)
  await growing.focus()
  await page.keyboard.press('Enter')
  const thoughts = answer.locator('.thoughts-body')
  await thoughts.getByText('Clouds gather').waitFor()
  expect(await thoughts.getAttribute('aria-live')).toBe('off')
  expect(await answer.getAttribute('aria-busy')).toBe('true')

  await card(answer, DONE).waitFor()
  await answer.and(page.locator('[aria-busy="false"]')).waitFor()
  expect(await thoughts.innerText()).toContain('So it will rain.')
  expect(await answer.innerText()).toContain('Yes, it will rain.')
})

test('they look right open and folded, in both colours, at every width', async () => {
  const { page } = journey
  for (const colour of COLOURS) {
    await setColours(page, colour)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page, `open thoughts, ${colour}, ${width}`)
      await expectNoSidewaysScroll(page, `open thoughts, ${width}`)
    }
  }
  const answer = chatOf(page).answers().first()
  await card(answer, DONE).click()
  expect(await card(answer, DONE).getAttribute('aria-expanded')).toBe('false')
  await expectAccessible(page, 'folded thoughts')
})

test('they are there after a reload, with the time that they took', async () => {
  const { page } = journey
  await page.setViewportSize({ width: 1440, height: 900 })
  const before = await card(chatOf(page).answers().first(), DONE).innerText()
  await page.reload()
  const chat = chatOf(page)
  await chat.open()
  const answer = chat.answers().first()
  await card(answer, DONE).waitFor()
  expect(await card(answer, DONE).innerText()).toBe(before)
  await card(answer, DONE).click()
  await answer.getByText('So it will rain.').waitFor()
})

test('a run tells them at its steps', async () => {
  const { page, product } = journey
  const api = await openApi(product.address)
  const messages = await api.get<{ executionId: string }[]>(`/chatmessage/${flowId}`)
  await page.goto(`/executions/${messages[0]?.executionId}`)
  const step = page.getByRole('listitem').filter({ hasText: 'Forecast' }).first()
  await step.getByRole('button', { name: /Forecast/ }).click()
  const thoughts = card(step, DONE)
  await thoughts.click()
  await step.locator('.thoughts-body').getByText('So it will rain.').waitFor()
  for (const colour of COLOURS) {
    await setColours(page, colour)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page, `thoughts of a step, ${colour}, ${width}`)
      await expectNoSidewaysScroll(page, `thoughts of a step, ${width}`)
    }
  }
})
