import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { prepareJourney } from '../support/journey.ts'
import { type SlowService, startSlowService } from '../support/slow-service.ts'

let service: SlowService
let flowId = ''

beforeAll(async () => {
  service = await startSlowService('The order is placed.')
})
afterAll(() => service.close())

const journey = prepareJourney(() => ({ EGRESS_ALLOW: `code:${service.host}` }))
const question = () => journey.page.getByRole('region', { name: 'Question of the flow' })
const answers = () => chatOf(journey.page).answers()

/** Start → a function that calls the service → its answer, as the API takes it. */
function flowThatOrders() {
  const node = (name: string, x: number, data: { label: string; inputs: object }) => ({
    id: `${name}_0`,
    type: 'agentFlow',
    position: { x, y: 160 },
    data: { id: `${name}_0`, name, outputs: {}, ...data },
  })
  const edge = (source: string, target: string) => ({
    id: `${source}-${target}`,
    source,
    target,
    sourceHandle: `${source}-output-${source.replace(/_\d+$/, '')}`,
    targetHandle: target,
    type: 'agentFlow',
  })
  const code = `return (await (await fetch(${JSON.stringify(service.url)})).text())`
  return {
    nodes: [
      node('startAgentflow', 60, { label: 'Start', inputs: { startInputType: 'chatInput' } }),
      node('customFunctionAgentflow', 400, {
        label: 'Place the order',
        inputs: { customFunctionJavascriptFunction: code },
      }),
      node('directReplyAgentflow', 740, {
        label: 'Reply',
        inputs: { directReplyMessage: 'Done: {{customFunctionAgentflow_0}}' },
      }),
    ],
    edges: [
      edge('startAgentflow_0', 'customFunctionAgentflow_0'),
      edge('customFunctionAgentflow_0', 'directReplyAgentflow_0'),
    ],
  }
}

/** A colour of the product as the browser computes it. */
const colourOf = (name: string) =>
  journey.page.evaluate((token) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = `var(--r-${token})`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, name)

/** Asks, and cuts the power while the function waits for the service. */
async function askAndCrash(text: string) {
  const { page, product } = journey
  const before = service.calls()
  service.holdBack()
  await chatOf(page).send(text)
  await expect.poll(() => service.calls()).toBe(before + 1)
  await product.crash()
  service.letGo()
  await question().waitFor()
}

beforeEach(() => {
  journey.visitor.watch.allow('net::ERR')
})

test('a flow that orders something works', async () => {
  const { page, product } = journey
  await signInAsAdministrator(page)
  const api = await openApi(product.address)
  const flowData = JSON.stringify(flowThatOrders())
  const made = await api.post<{ id: string }>('/chatflows', { name: 'Orders', type: 'AGENTFLOW', flowData })
  flowId = made.id
  await page.goto(`/v2/agentcanvas/${flowId}`)
  await chatOf(page).open()
  expect(await chatOf(page).ask('Order tea')).toContain('Done: The order is placed.')
})

test('while a step takes its time its clock goes on, and its card tells that it runs, selected or not', async () => {
  const { page } = journey
  const card = canvasOf(page).card('Place the order')
  const looks = () =>
    card.locator('.node-card').evaluate((element) => {
      const { borderTopColor: border, boxShadow: ring } = getComputedStyle(element)
      return { border, hasRing: ring.includes('0px 0px 0px 3px') }
    })
  const before = service.calls()
  service.holdBack()
  await chatOf(page).send('Order rum')
  await expect.poll(() => service.calls()).toBe(before + 1)
  const strip = page.getByRole('region', { name: 'Run', exact: true })
  const clocks = [
    card.locator('.node-card-run'),
    strip.locator('.run-sum'),
    strip.getByRole('button', { name: /^Place the order/ }).locator('.run-step-time'),
  ]
  for (const clock of clocks) {
    const early = await clock.innerText()
    expect(early).toMatch(/\d/)
    await expect.poll(() => clock.innerText()).not.toBe(early)
  }
  const { border } = await looks()
  expect(border).toBe(await colourOf('running'))
  await card.click()
  await expect.poll(looks).toEqual({ border, hasRing: true })
  expect(
    await canvasOf(page)
      .card('Start')
      .locator('.node-card')
      .evaluate((other) => getComputedStyle(other).borderTopColor),
  ).not.toBe(border)
  service.letGo()
  await answers().last().getByText('Done: The order is placed.').waitFor()
  await card.locator('[data-state="finished"]').first().waitFor()
  await expect.poll(async () => (await looks()).border).not.toBe(border)
  await page.keyboard.press('Escape')
})

test('a run that its person stops is told to be stopped, not failed: nothing of it is red', async () => {
  const { page } = journey
  const before = service.calls()
  service.holdBack()
  await chatOf(page).send('Order vinegar')
  await expect.poll(() => service.calls()).toBe(before + 1)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  const strip = page.getByRole('region', { name: 'Run', exact: true })
  await strip.getByText('stopped', { exact: true }).first().waitFor()
  await canvasOf(page).card('Place the order').locator('.node-card-run[data-state="terminated"]').waitFor()
  service.letGo()
  const red = await colourOf('error')
  const colours = await page
    .locator('.run-status, .run-step-track > span, .node-card, .node-card-run')
    .evaluateAll((elements) =>
      elements.flatMap((element) =>
        [undefined, '::before'].flatMap((part) => {
          const { color, backgroundColor, borderTopColor } = getComputedStyle(element, part)
          return [color, backgroundColor, borderTopColor]
        }),
      ),
    )
  expect(colours.length).toBeGreaterThan(10)
  expect(colours).not.toContain(red)
})

test('after a crash in the middle of the call the run asks, and Proceed lets it end right', async () => {
  const { page } = journey
  const calls = service.calls()
  const before = await answers().count()
  await askAndCrash('Order coffee')
  expect(await question().innerText()).toContain('“Place the order” waits for your answer')
  expect(await question().innerText()).toContain('whether it took effect is not known')
  await expectAccessible(page, 'the question of a waiting run')
  expect(service.calls(), 'nothing is called again unasked').toBe(calls + 1)
  await question().getByRole('button', { name: 'Proceed' }).click()
  await answers().nth(before).getByText('Done: The order is placed.').waitFor()
  expect(service.calls(), 'once before the crash, once after the answer').toBe(calls + 2)
  await canvasOf(page).card('Reply').locator('[data-state="finished"]').first().waitFor()
})

test('the question is still there after a reload, and can be answered by keyboard', async () => {
  const { page } = journey
  const done = page.getByRole('log', { name: 'Messages' }).getByText('Done: The order is placed.')
  await askAndCrash('Order milk')
  const before = await done.count()
  await page.reload()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await question().getByRole('heading').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await question().getByRole('button', { name: 'Proceed' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await done.nth(before).waitFor()
})

test('Reject fails the run without another call, and the reason stays after a reload', async () => {
  const { page } = journey
  await askAndCrash('Order sugar')
  const calls = service.calls()
  await question().getByRole('button', { name: 'Reject' }).click()
  const reason = /a person chose not to make the call again/
  await answers().last().and(page.locator('[aria-busy="false"]')).getByText(reason).waitFor()
  expect(service.calls()).toBe(calls)
  const live = await answers().last().innerText()
  await page.reload()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await answers().last().getByText(reason).waitFor()
  await expect.poll(() => answers().last().innerText()).toBe(live)
  expect(await page.getByText('The flow gave no text.').count()).toBe(0)
  expect(await page.getByText('Proceed', { exact: true }).count(), 'the two answers of before').toBe(2)
})

test('the next question is answered as ever', async () => {
  expect(await chatOf(journey.page).ask('Order salt')).toContain('Done: The order is placed.')
})
