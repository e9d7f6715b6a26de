import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { chatOf } from '../support/chat.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { prepareJourney } from '../support/journey.ts'
import { expectNoSidewaysScroll } from '../support/page-width.ts'
import { makeReplyFlow } from '../support/reply-flow.ts'

const PICTURES = process.env.PICTURES
/** A desk and a telephone. */
const SIZES = [1440, 390] as const

const journey = prepareJourney()
const panel = () => journey.page.getByRole('region', { name: 'Chat', exact: true })
const dialog = () => journey.page.getByRole('dialog', { name: 'Documents' })
const button = (name: string) => panel().getByRole('button', { name, exact: true })

/** Looks at the page at both widths and colours; where `PICTURES` names a folder, pictures go there. */
async function look(what: string): Promise<void> {
  const { page } = journey
  await expectAccessible(page, what)
  for (const width of SIZES) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, what)
    for (const colour of COLOURS) {
      await setColours(page, colour)
      await expectAccessible(page, `${what}, ${width} px, ${colour}`, 'contrast')
      if (PICTURES === undefined) continue
      await mkdir(PICTURES, { recursive: true })
      await page.screenshot({ path: join(PICTURES, `${what}-${width}-${colour}.png`) })
    }
  }
  await setColours(page, 'light')
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function choose(name: string, text: string): Promise<void> {
  const choosing = journey.page.waitForEvent('filechooser')
  await button('Attach files').click()
  await (await choosing).setFiles([{ name, mimeType: '', buffer: Buffer.from(text) }])
}

test('a flow takes documents once its settings say so, by keyboard', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  const api = await openApi(journey.product.address)
  await page.goto(`/v2/agentcanvas/${await makeReplyFlow(api, 'Tea', 'You said {{question}}')}`)
  await chatOf(page).open()
  expect(await button('Attach files').count()).toBe(0)
  await button('Documents of this flow').focus()
  await page.keyboard.press('Enter')
  const isOn = dialog().getByRole('switch', { name: 'Take documents' })
  await isOn.focus()
  await page.keyboard.press('Space')
  await dialog().getByRole('checkbox', { name: '.pdf' }).waitFor()
  for (const kind of ['.css', '.sql']) await dialog().getByRole('checkbox', { name: kind }).uncheck()
  await look('documents of a flow')
  await dialog().getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await dialog().getByText('Saved. It is in force now.').waitFor()
  await page.keyboard.press('Escape')
  await button('Documents of this flow').and(page.locator(':focus')).waitFor()
  await button('Attach files').waitFor()
})

test('a document stands before the question, and stays in the conversation', async () => {
  const { page } = journey
  await choose('style.css', 'a {}')
  await panel().getByRole('alert').getByText('style.css was not attached. The flow takes TXT, PDF').waitFor()
  await choose('notes.md', 'Steep at 70 degrees.')
  await look('a document beside a question')
  const answer = await chatOf(page).ask('How hot?')
  expect(answer).toContain('Steep at 70 degrees.')
  await page.reload()
  await chatOf(page).open()
  const link = panel()
    .getByRole('list', { name: 'Files of the message' })
    .getByRole('link', { name: 'notes.md' })
  expect(await link.getAttribute('href')).toContain('/get-upload-file?')
  await look('a document in a conversation')
})

test('what is not what its name says is refused, and the question stays', async () => {
  const { visitor } = journey
  visitor.watch.allow('/api/v1/runs')
  await choose('forged.pdf', 'no PDF at all')
  await chatOf(journey.page).send('What is in it?')
  await panel().getByText('forged.pdf is not what its name says.').waitFor()
  expect(await panel().getByLabel('Your question').inputValue()).toBe('What is in it?')
})
