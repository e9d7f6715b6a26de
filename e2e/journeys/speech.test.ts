import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { chatOf } from '../support/chat.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { type FakeHearing, startFakeHearing } from '../support/fake-hearing.ts'
import { prepareJourney } from '../support/journey.ts'
import { WITH_MICROPHONE } from '../support/open-browser.ts'
import { expectNoSidewaysScroll } from '../support/page-width.ts'
import { makeReplyFlow } from '../support/reply-flow.ts'

const PICTURES = process.env.PICTURES
/** A desk and a telephone. */
const SIZES = [1440, 390] as const
const WORDS = 'Where does the river rise?'

let hearing: FakeHearing
beforeAll(async () => {
  hearing = await startFakeHearing(WORDS)
})
afterAll(() => hearing.close())

const journey = prepareJourney(() => ({ EGRESS_ALLOW: hearing.host }), WITH_MICROPHONE)
const panel = () => journey.page.getByRole('region', { name: 'Chat', exact: true })
const dialog = () => journey.page.getByRole('dialog', { name: 'Speech' })
const button = (name: string) => panel().getByRole('button', { name, exact: true })
const recording = () => panel().getByRole('group', { name: 'Recording' })

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

/** Some silence as a WAV of eight thousand bytes a second. */
function silence(bytes: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(bytes, 40)
  return Buffer.concat([head, Buffer.alloc(bytes, 128)])
}

/** Escape asks for the form in front before it is lost, and leaves the one behind it alone. */
async function keepsWhatIsTyped(): Promise<void> {
  const { page } = journey
  const credential = page.getByRole('dialog', { name: 'New credential' })
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await dialog().getByRole('button', { name: 'New', exact: true }).click()
  const name = credential.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Half written')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  expect(await name.inputValue()).toBe('Half written')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await credential.waitFor({ state: 'detached' })
  await dialog().getByText('Choose a credential first.').waitFor()
}

test('a flow hears and speaks once its settings say by whom', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  const api = await openApi(journey.product.address)
  await api.post('/credentials', {
    name: 'Voices',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-of-the-voices' },
  })
  await page.goto(`/v2/agentcanvas/${await makeReplyFlow(api, 'River', 'You said {{question}}')}`)
  await chatOf(page).open()
  await panel().getByLabel('Your question').waitFor()
  expect(await button('Record speech').count()).toBe(0)
  await button('Speech of this flow').click()
  await dialog().getByRole('combobox', { name: 'Who writes down what is spoken' }).click()
  await page.getByRole('option', { name: 'LocalAI speech to text' }).click()
  await dialog().getByLabel('Base Path').fill(hearing.baseURL)
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('Saved. It is in force now.').waitFor()

  await dialog().getByRole('tab', { name: 'Text to speech' }).click()
  await dialog().getByRole('combobox', { name: 'Who reads answers out' }).click()
  await page.getByRole('option', { name: 'OpenAI voices' }).click()
  await dialog().getByText('Choose a credential first.').waitFor()
  await keepsWhatIsTyped()
  await dialog().getByRole('combobox', { name: 'Connect Credential' }).click()
  await page.getByRole('option', { name: 'Voices' }).click()
  await look('text to speech')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog()
    .getByRole('tabpanel', { name: 'Text to speech' })
    .getByText('Saved. It is in force now.')
    .waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await button('Speech of this flow').and(page.locator(':focus')).waitFor()
  await button('Record speech').waitFor()
})

test('a refused microphone is told, with what to do', async () => {
  await button('Record speech').click()
  await panel().getByRole('alert').getByText('The microphone was refused.').waitFor()
})

test('a recording can be thrown away, and what was written stays', async () => {
  const { page, visitor } = journey
  await visitor.context.grantPermissions(['microphone'])
  await panel().getByLabel('Your question').fill('Half a question')
  await button('Record speech').click()
  await recording().getByRole('timer').waitFor()
  await look('recording')
  await page.keyboard.press('Escape')
  await recording().waitFor({ state: 'detached' })
  expect(await panel().getByLabel('Your question').inputValue()).toBe('Half a question')
  await panel().getByLabel('Your question').fill('')
  expect(hearing.heard).toHaveLength(0)
})

test('what is spoken is written down, asked and answered', async () => {
  const { page } = journey
  await button('Record speech').click()
  await recording().getByText('0:01').waitFor()
  await button('Send the recording').click()
  await expect.poll(() => hearing.heard.length).toBe(1)
  expect(hearing.heard[0]?.includes('filename="recording.webm"')).toBe(true)
  hearing.answer()
  await chatOf(page).answers().last().getByText(`You said ${WORDS}`).waitFor()
  await panel().getByText(WORDS, { exact: true }).waitFor()

  await page.reload()
  await chatOf(page).open()
  await panel().getByText(WORDS, { exact: true }).waitFor()
  const sound = panel().locator('audio[aria-label="recording.webm"]')
  await expect
    .poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.error === null && audio.readyState > 0))
    .toBe(true)
})

test('an answer is read out, and stopped; a failure is told', async () => {
  const { page } = journey
  const frame = (event: string, data: object) =>
    `event: ${event}\ndata: ${JSON.stringify({ event, data })}\n\n`
  const whole = (sound: Buffer) =>
    frame('tts_start', { format: 'mp3' }) +
    frame('tts_data', { audioChunk: sound.toString('base64') }) +
    frame('tts_end', {})
  // The voices that can be chosen have fixed addresses, where no test may go; the server's part has tests of its own.
  let body = whole(silence(80_000))
  await page.route('**/api/v1/text-to-speech/generate', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body }),
  )
  await button('Listen').last().click()
  await button('Stop listening').waitFor()
  await look('listening')
  await button('Stop listening').click()
  await button('Listen').last().waitFor()

  body = whole(silence(800))
  await button('Listen').last().click()
  await expect.poll(() => button('Stop listening').count()).toBe(0)

  body = frame('tts_error', { error: 'OpenAI refuses the key.' })
  await button('Listen').last().click()
  await panel().getByRole('alert').getByText('OpenAI refuses the key.').waitFor()
})
