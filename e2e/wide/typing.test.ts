import { beforeAll, expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { fillInstallation } from '../support/installation.ts'
import { prepareJourney } from '../support/journey.ts'

const journey = prepareJourney()
let agentflowId = ''
const press = (key: string) => journey.page.keyboard.press(key)
const message = () => journey.page.getByRole('textbox', { name: /^Message/ })

beforeAll(async () => {
  await signInAsAdministrator(journey.page)
  agentflowId = (await fillInstallation(journey.product.address, 'few')).agentflowId
  await journey.page.goto(`/v2/agentcanvas/${agentflowId}`)
})

test('undo in a field takes back what was typed in one go, in a prompt, a name and a question', async () => {
  const { page } = journey
  await canvasOf(page).card('directReply').click()
  await chatOf(page).open()
  const fields = [message(), page.getByLabel('Name of the node'), page.getByLabel('Your question')]
  for (const field of fields) {
    await field.click()
    await press('End')
    const before = await field.inputValue()
    await page.keyboard.type(' and more words')
    await press('Control+z')
    expect(await field.inputValue()).toBe(before)
    await press('Control+Shift+z')
    expect(await field.inputValue()).toBe(`${before} and more words`)
    await press('Control+z')
    expect(await field.inputValue()).toBe(before)
  }
})

test('a text of 3 MB is pasted where it belongs, can be written on, and is saved whole', async () => {
  const { page, visitor, product } = journey
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const line = 'The quick brown fox jumps over the lazy dog.\n'
  await page.evaluate((text) => navigator.clipboard.writeText(text), line.repeat(66_667))
  await message().click()
  await press('Control+a')
  await press('Control+v')
  const editor = page.locator('.code-editor .cm-content')
  await editor.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('the end')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^The flow is saved\./).waitFor()
  const stored = await fetch(`${product.address}/api/v1/chatflows/${agentflowId}?view=document`, {
    headers: {
      'x-request-from': 'internal',
      cookie: (await visitor.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; '),
    },
  })
  const { document } = (await stored.json()) as {
    document: { nodes: { values: Record<string, unknown> }[] }
  }
  const text = String(document.nodes.at(-1)?.values.directReplyMessage)
  expect(text.length).toBe(line.length * 66_667 + 'the end'.length)
  expect(text.endsWith('dog.\nthe end')).toBe(true)
})
