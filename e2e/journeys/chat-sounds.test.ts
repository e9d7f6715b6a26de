import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { formOf } from '../support/draw-flow.ts'
import { type FakeVendor, startFakeVendor } from '../support/fake-vendor.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { WITH_MICROPHONE } from '../support/open-browser.ts'

const KEY = 'sk-for-the-sounds-0123456789'
const WAVE = Buffer.concat([
  Buffer.from('RIFF\x2c\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1'),
  Buffer.from([0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0]),
  Buffer.from('data\x08\0\0\0', 'latin1'),
  Buffer.alloc(8, 128),
])
const said = { name: 'said.wav', mimeType: 'audio/wav', buffer: WAVE }
const song = { name: 'song.ogg', mimeType: 'audio/ogg', buffer: Buffer.from('OggS') }

interface Heard {
  data: string
  format: string
}

let vendor: FakeVendor
const heard: Heard[] = []
beforeAll(async () => {
  vendor = await startFakeVendor(KEY, (messages) => {
    const content = messages.findLast(({ role }) => role === 'user')?.content
    const parts = Array.isArray(content) ? (content as { type: string; input_audio?: Heard }[]) : []
    heard.push(...parts.flatMap(({ input_audio: sound }) => (sound ? [sound] : [])))
    return { text: 'A river rises in the hills.' }
  })
})
afterAll(() => vendor.close())

const journey = prepareJourney(() => ({ EGRESS_ALLOW: vendor.host }), WITH_MICROPHONE)
const panel = () => journey.page.getByRole('region', { name: 'Chat', exact: true })
const button = (name: string) => panel().getByRole('button', { name, exact: true })
const chips = () => panel().getByRole('list', { name: 'Attached files' }).getByRole('listitem')

/** Start → a model that hears. */
async function makeFlow(): Promise<string> {
  const api = await openApi(journey.product.address)
  const credential = { name: 'Hearing', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: KEY } }
  const { id: credentialId } = await api.post<{ id: string }>('/credentials', credential)
  const node = (id: string, label: string, inputs: object) => ({
    id,
    type: 'agentFlow',
    position: { x: label === 'Hear' ? 400 : 0, y: 160 },
    data: { id, name: id.replace(/_\d+$/, ''), label, inputs, outputs: {} },
  })
  const llmModelConfig = {
    llmModel: 'chatOpenAI',
    modelName: 'gpt-audio',
    basepath: vendor.baseURL,
    FLOWISE_CREDENTIAL_ID: credentialId,
  }
  const nodes = [
    node('startAgentflow_0', 'Start', { startInputType: 'chatInput' }),
    node('llmAgentflow_0', 'Hear', { llmModel: 'chatOpenAI', llmModelConfig }),
  ]
  const edge = {
    id: 'start-llm',
    type: 'agentFlow',
    source: 'startAgentflow_0',
    target: 'llmAgentflow_0',
    sourceHandle: 'startAgentflow_0-output-startAgentflow',
    targetHandle: 'llmAgentflow_0',
  }
  const empty = { name: 'Hearing', type: 'AGENTFLOW', flowData: '{"nodes":[],"edges":[]}' }
  const { id } = await api.post<{ id: string }>('/chatflows', empty)
  // A save by somebody who may edit credentials confirms where the key goes.
  await api.put(`/chatflows/${id}`, { flowData: JSON.stringify({ nodes, edges: [edge] }) })
  return id
}

async function choose(...files: (typeof said)[]): Promise<void> {
  const choosing = journey.page.waitForEvent('filechooser')
  await button('Attach files').click()
  await (await choosing).setFiles(files)
}

test('a chat takes recordings once the model of its flow lets them through', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.goto(`/v2/agentcanvas/${await makeFlow()}`)
  await canvasOf(page).card('Hear').click()
  const letsThrough = formOf(page, 'Hear').getByRole('switch', { name: 'Allow Audio Uploads' })
  await letsThrough.scrollIntoViewIfNeeded()
  await lookAtPage(journey.page, 'the switch of the model')
  await chatOf(page).open()
  await panel().getByLabel('Your question').waitFor()
  expect((await button('Record speech').count()) + (await button('Attach files').count())).toBe(0)
  await letsThrough.check()
  await canvasOf(page).closeForm()
  await button('Record speech').waitFor()
  await button('Attach files').waitFor()
})

test('a chosen recording goes to the model as it is, another kind is refused by name', async () => {
  await choose(said, song)
  await panel().getByRole('alert').getByText('song.ogg was not attached. The flow takes WAV, MP3.').waitFor()
  expect(await chips().count()).toBe(1)
  await lookAtPage(journey.page, 'a recording beside a question')
  await chatOf(journey.page).send('What is said?')
  await chatOf(journey.page).answers().last().getByText('A river rises').waitFor()
  expect(heard).toEqual([{ format: 'wav', data: WAVE.toString('base64') }])
  const sound = panel().locator('audio[aria-label="said.wav"]')
  await expect
    .poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.error === null && audio.readyState > 0))
    .toBe(true)
  expect((await sound.boundingBox())?.width).toBeGreaterThan(200)
  await lookAtPage(journey.page, 'a recording in a conversation')
})

test('what is spoken goes to the model as a WAV', async () => {
  const { page, visitor } = journey
  await visitor.context.grantPermissions(['microphone'])
  const before = await chatOf(page).answers().count()
  await button('Record speech').click()
  await panel().getByRole('group', { name: 'Recording' }).getByText('0:01').waitFor()
  await button('Send the recording').click()
  await chatOf(page).answers().nth(before).getByText('A river rises').waitFor()
  expect(heard.map(({ format }) => format)).toEqual(['wav', 'wav'])
  const wave = Buffer.from(heard[1]?.data ?? '', 'base64')
  expect(wave.toString('latin1', 0, 4) + wave.toString('latin1', 8, 12)).toBe('RIFFWAVE')
  // One channel of 16 bits, sixteen thousand times a second.
  expect([wave.readUInt16LE(22), wave.readUInt32LE(24), wave.readUInt16LE(34)]).toEqual([1, 16_000, 16])
  expect(wave.length).toBeGreaterThan(16_000)
  await lookAtPage(journey.page, 'a spoken question')
})
