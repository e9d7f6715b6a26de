import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { drawFlow, into } from '../support/draw-flow.ts'
import { type FakeVendor, startFakeVendor } from '../support/fake-vendor.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'

const KEY = 'sk-for-the-painter-0123456789'
const account = { name: 'Painter account', secret: KEY }

let vendor: FakeVendor
beforeAll(async () => {
  vendor = await startFakeVendor(KEY, (messages) => {
    const told = messages.slice(messages.findLastIndex(({ role }) => role === 'user'))
    if (told.some(({ role }) => role === 'tool')) return { text: 'Here is your cat.' }
    return { toolCalls: [{ name: 'draw_picture', input: { prompt: 'A cat on a hill' } }] }
  })
})
afterAll(() => vendor.close())

const journey = prepareJourney(() => ({ EGRESS_ALLOW: vendor.host }))
const pictureIn = (place: Locator) => place.getByRole('img', { name: /picture-[0-9a-f]{10}\.png/ })

/** Whether the browser could draw it. */
const isDrawn = (picture: Locator) =>
  picture.evaluate(
    (image) => (image as HTMLImageElement).complete && (image as HTMLImageElement).naturalWidth > 0,
  )

test('an agent gets the tool that draws, whose image model is chosen in it, and its picture stands in the chat', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.goto('/v2/agentcanvas')
  await canvasOf(page).card('Start').waitFor()
  const painter = {
    options: { 'Choose an Image Model': 'OpenAI Image Model' },
    settings: {
      'OpenAI Image Model': { credential: { name: account.name }, more: { BasePath: vendor.baseURL } },
    },
  }
  await drawFlow(page, {
    nodes: [
      {
        label: 'Agent',
        name: 'Agent 0',
        filling: {
          options: { Model: 'OpenAI' },
          settings: { OpenAI: { credential: account, more: { BasePath: vendor.baseURL } } },
          rows: {
            Tools: { options: { Tool: 'Image Generation' }, settings: { 'Image Generation': painter } },
          },
        },
      },
    ],
    edges: [[{ node: 'Start' }, { node: 'Agent 0' }]],
  })
  await page.getByLabel('Name of the flow').fill('Painter')
  await page.getByLabel('Name of the flow').press('Enter')
  await canvasOf(page).save()
  await chatOf(page).open()
  expect(await chatOf(page).ask('Draw a cat')).toContain('Here is your cat.')
  const picture = pictureIn(chatOf(page).answers().last())
  await expect.poll(() => isDrawn(picture)).toBe(true)
  expect(vendor.drawings).toEqual(['A cat on a hill'])
  await lookAtPage(page, 'a picture in the chat')
})

test('it is still there after a reload, and on the page of the run', async () => {
  const { page } = journey
  await page.reload()
  await chatOf(page).open()
  await expect.poll(() => isDrawn(pictureIn(chatOf(page).answers().last()))).toBe(true)
  await page.goto('/executions')
  await page
    .getByRole('link', { name: /Painter/ })
    .first()
    .click()
  const steps = page.getByRole('region', { name: 'Steps' })
  await steps.getByRole('button', { name: /^Agent 0/ }).click()
  await expect.poll(() => isDrawn(pictureIn(steps).first())).toBe(true)
  await steps.getByRole('button', { name: /^Picture drawn/ }).waitFor()
  await lookAtPage(page, 'a picture on the page of a run')
  expect(vendor.drawings).toHaveLength(1)
})

test('in a chat flow a node of the image model is connected to the tool', async () => {
  const { page } = journey
  await page.goto('/canvas')
  await drawFlow(page, {
    nodes: [
      { label: 'Tool Agent' },
      { label: 'Image Generation' },
      {
        label: 'OpenAI Image Model',
        filling: { credential: { name: account.name }, more: { BasePath: vendor.baseURL } },
      },
      {
        label: 'OpenAI',
        filling: { credential: { name: account.name }, more: { BasePath: vendor.baseURL } },
      },
      { label: 'Buffer Memory' },
    ],
    edges: [
      ...into('Tool Agent', [
        ['Image Generation', 'Tools'],
        ['Buffer Memory', 'Memory'],
        ['OpenAI', 'Tool Calling Chat Model'],
      ]),
      ...into('Image Generation', [['OpenAI Image Model', 'Image Model']]),
    ],
  })
  await chatOf(page).open()
  expect(await chatOf(page).ask('Draw a cat')).toContain('Here is your cat.')
  await expect.poll(() => isDrawn(pictureIn(chatOf(page).answers().last()))).toBe(true)
  expect(vendor.drawings).toHaveLength(2)
})
