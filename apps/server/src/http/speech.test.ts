import { startFakeSpeech } from '@runnel/providers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countFiles } from '../testing/count-files.ts'
import { llmFlow, replyFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'

/** Questions that are spoken, and answers that are read out; the vendor's calls end at a fake on this machine. */

const KEY = 'sk-test-key-of-the-vendor'
const RECORDING = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x74, 0x65, 0x61])
const audio = (bytes = RECORDING, mime = 'audio/webm;codecs=opus') => ({
  type: 'audio',
  name: 'recording.webm',
  mime: 'audio/webm',
  data: `data:${mime};base64,${bytes.toString('base64')}`,
})

let scene: VendorServer
let speech: Awaited<ReturnType<typeof startFakeSpeech>>

beforeAll(async () => {
  speech = await startFakeSpeech({
    key: ['authorization', `Bearer ${KEY}`],
    wrong: () => undefined,
    answer: ({ path }) => (path.endsWith('/transcriptions') ? { text: 'Where does it rise?' } : undefined),
    refusal: (message) => ({ error: { message } }),
  })
  scene = await startVendorServer({ leads: { 'api.openai.com': speech.origin } })
})
afterAll(async () => {
  await scene.stop()
  await speech.close()
})

const settings = (more: object = {}) => ({
  speechToText: JSON.stringify({
    groqWhisper: { status: false },
    openAIWhisper: { status: true, credentialId: scene.credentialId, language: 'en' },
  }),
  textToSpeech: JSON.stringify({
    openai: { status: true, credentialId: scene.credentialId, voice: 'nova', ...more },
  }),
})

const flowWith = (fields: object) => makeFlow(scene.administrator, replyFlow(), { ...fields })

interface Answer {
  text: string
  question: string
  chatId: string
  chatMessageId: string
  executionId: string
}

test('what is spoken is asked; its recording stands with its words in the conversation', async () => {
  const id = await flowWith(settings())
  const rules = await scene.administrator.expect<{ isSpeechToTextEnabled: boolean }>(
    200,
    'GET',
    `/chatflows-uploads/${id}`,
  )
  expect(rules.isSpeechToTextEnabled).toBe(true)
  const answer = await scene.administrator.expect<Answer>(200, 'POST', `/internal-prediction/${id}`, {
    question: '',
    uploads: [audio()],
  })
  expect(answer).toMatchObject({
    text: 'You said Where does it rise?',
    question: 'Where does it rise?',
  })
  const messages = await scene.administrator.expect<
    { role: string; content: string; fileUploads?: object[] }[]
  >(200, 'GET', `/internal-chatmessage/${id}?chatId=${answer.chatId}`)
  expect(messages.map(({ role, content }) => [role, content])).toEqual([
    ['userMessage', 'Where does it rise?'],
    ['apiMessage', 'You said Where does it rise?'],
  ])
  expect(messages[0]?.fileUploads).toMatchObject([
    { type: 'stored-file', name: 'recording.webm', mime: 'audio/webm' },
  ])
  const kept = await scene.administrator.open(
    'GET',
    `/get-upload-file?chatflowId=${id}&chatId=${answer.chatId}&fileName=recording.webm`,
  )
  expect(Buffer.from(await kept.arrayBuffer())).toEqual(RECORDING)
})

test('a stream of an agent flow tells the question that was heard', async () => {
  const id = await flowWith(settings())
  const response = await scene.administrator.open('POST', `/internal-prediction/${id}`, {
    question: '',
    uploads: [audio()],
    streaming: true,
  })
  const text = await response.text()
  expect(text).toContain('"question":"Where does it rise?"')
  expect(text).not.toContain('tts_start')
  expect(text).not.toContain(KEY)
})

test.each([
  { what: 'a flow that takes no speech', fields: {}, uploads: [audio()], words: 'takes no speech' },
  { what: 'two recordings', uploads: [audio(), audio()], words: 'one recording' },
  { what: 'what is no recording', uploads: [audio(Buffer.from('words'))], words: 'is no recording' },
])('$what is refused with its reason', async ({ fields, uploads, words }) => {
  const id = await flowWith(fields ?? settings())
  const { status, body } = await scene.administrator.call<{ message: string }>(
    'POST',
    `/internal-prediction/${id}`,
    { question: '', uploads },
  )
  expect(status).toBe(400)
  expect(body.message).toContain(words)
})

/** Start → a model that hears, with recordings let through. */
async function hearingFlow(fields: object = {}): Promise<string> {
  const flow = JSON.stringify(llmFlow(scene.vendor, scene.credentialId))
  const hearing = flow.replaceAll('"gpt-4o-mini"', '"gpt-audio","allowAudioUploads":true')
  return makeFlow(scene.administrator, JSON.parse(hearing), { ...fields })
}

const WAVE = Buffer.from('RIFF0000WAVEfmt said')
const wave = (type: 'audio' | 'file') => ({
  type,
  name: 'said.wav',
  mime: 'audio/wav',
  data: `data:audio/wav;base64,${WAVE.toString('base64')}`,
})
const ask = (id: string, uploads: object[]) =>
  scene.administrator.call<Answer & { message: string }>('POST', `/internal-prediction/${id}`, {
    question: 'What is said?',
    uploads,
  })

test.each(['audio', 'file'] as const)('a recording sent as %s goes to a model that hears', async (type) => {
  const id = await hearingFlow()
  expect((await ask(id, [wave(type)])).status).toBe(200)
  const sent = JSON.stringify(scene.vendor.requests.at(-1)?.body.messages)
  const heard = { type: 'input_audio', input_audio: { data: WAVE.toString('base64'), format: 'wav' } }
  expect(sent).toContain(JSON.stringify(heard))
  expect(sent).toContain('What is said?')
})

test('where the flow writes speech down, a model that hears is given its words alone', async () => {
  const id = await hearingFlow(settings())
  const { body, status } = await ask(id, [wave('audio')])
  expect([status, body.question]).toEqual([200, 'Where does it rise?'])
  const sent = JSON.stringify(scene.vendor.requests.at(-1)?.body.messages)
  expect(sent).toContain('Where does it rise?')
  expect(sent).not.toContain('input_audio')
})

test('what a model that hears does not take is refused by its type, with what it takes', async () => {
  const { body, status } = await ask(await hearingFlow(), [audio()])
  expect(status).toBe(400)
  expect(body.message).toContain('is of type audio/webm, which this flow does not take. It takes audio/wav')
})

test('a model that takes no files says which switch would let a recording through', async () => {
  const id = await makeFlow(scene.administrator, llmFlow(scene.vendor, scene.credentialId))
  const { body } = await ask(id, [wave('file')])
  expect(body.message).toContain('Turn on Allow Audio Uploads in its model')
})

test('a vendor that refuses ends the run with its words, and without the key', async () => {
  const id = await flowWith(settings())
  speech.respondWith({ status: 401, message: `No ${KEY}` })
  const { status, text } = await scene.administrator.call('POST', `/internal-prediction/${id}`, {
    question: '',
    uploads: [audio()],
  })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(text).toContain('OpenAI')
  expect(text).not.toContain(KEY)
})

/** The frames of a text that is read out, and what is heard in them. */
async function listen(caller: TestCaller, body: object) {
  const response = await caller.open('POST', '/text-to-speech/generate', body)
  const frames = (await response.text())
    .split('\n\n')
    .filter((frame) => frame.startsWith('event: '))
    .map((frame) => {
      const [name = '', data = ''] = frame.split('\n')
      return {
        name,
        ...(JSON.parse(data.replace('data: ', '')) as { event: string; data: Record<string, string> }),
      }
    })
  const sound = frames.flatMap(({ data }) =>
    data.audioChunk ? [Buffer.from(data.audioChunk, 'base64')] : [],
  )
  return { frames, events: frames.map(({ event }) => event), sound: Buffer.concat(sound).toString() }
}

test('people of the workspace hear the text that they ask for', async () => {
  const chatflowId = await flowWith(settings())
  const { frames, events, sound } = await listen(scene.administrator, {
    chatflowId,
    chatId: 'c',
    chatMessageId: 'm1',
    text: 'Hello there',
  })
  expect(sound).toBe('ID3 Hello there and on to the end')
  expect([events[0], events.at(-1)]).toEqual(['tts_start', 'tts_end'])
  expect(frames[0]).toMatchObject({ name: 'event: tts_start', data: { chatMessageId: 'm1', format: 'mp3' } })
})

test('a stranger hears the answers that it was given, and nothing else', async () => {
  const chatflowId = await flowWith({ ...settings(), isPublic: true })
  const stranger = scene.server.anonymous()
  const { chatId, chatMessageId } = await stranger.expect<Answer>(200, 'POST', `/prediction/${chatflowId}`, {
    question: 'Tea?',
  })
  const heard = await listen(stranger, { chatflowId, chatId, chatMessageId, text: 'Buy my wares' })
  expect(heard.sound).toBe('ID3 You said Tea? and on to the end')
  for (const body of [
    { chatflowId, text: 'Buy my wares' },
    { chatflowId, chatId: crypto.randomUUID(), chatMessageId, text: 'Buy my wares' },
    { chatflowId, chatId, chatMessageId: crypto.randomUUID(), text: 'Buy my wares' },
    { provider: 'openai', credentialId: scene.credentialId, voice: 'nova', text: 'Buy my wares' },
  ]) {
    const { events, sound } = await listen(stranger, body)
    expect([events, sound]).toEqual([['tts_error'], ''])
  }
  const own = await flowWith(settings())
  const asked = await stranger.expect<Answer>(200, 'POST', `/prediction/${own}`, { question: 'Tea?' })
  const { events } = await listen(stranger, {
    chatflowId: own,
    ...asked,
    text: undefined,
    question: undefined,
  })
  expect(events).not.toContain('tts_data')
})

test('a voice is tried out by those who may edit flows; voices are listed', async () => {
  const body = { provider: 'openai', credentialId: scene.credentialId, voice: 'nova', text: 'Hi' }
  expect((await listen(scene.administrator, body)).sound).toContain('ID3 Hi')
  const viewer = await scene.server.withKey(['chatflows:view'])
  expect((await listen(viewer, body)).events).toEqual(['tts_error'])
  const voices = await scene.administrator.expect<{ id: string; name: string }[]>(
    200,
    'GET',
    `/text-to-speech/voices?provider=openai&credentialId=${scene.credentialId}`,
  )
  expect(voices).toContainEqual({ id: 'nova', name: 'nova' })
  expect((await scene.administrator.call('GET', '/text-to-speech/voices?provider=chatOpenAI')).status).toBe(
    400,
  )
})

test('an answer is read out behind its stream where its author wants that, also where that fails', async () => {
  const id = await flowWith(settings({ autoPlay: true }))
  const ask = async () => {
    const body = { question: 'Tea?', streaming: true }
    return (await scene.administrator.open('POST', `/internal-prediction/${id}`, body)).text()
  }
  const whole = await ask()
  const order = [
    '"event":"metadata"',
    '"event":"tts_start"',
    '"event":"tts_data"',
    '"event":"tts_end"',
    '"event":"end"',
  ]
  const places = order.map((event) => whole.indexOf(event))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places[0]).toBeGreaterThan(0)
  speech.respondWith({ status: 401 })
  const silent = await ask()
  expect(silent).toContain('You said Tea?')
  expect(silent).toContain('"event":"tts_abort"')
  expect(silent.trimEnd().endsWith('data:{"event":"end","data":"[DONE]"}')).toBe(true)
})

test('reading out is stopped by whoever listens', async () => {
  const chatflowId = await flowWith(settings())
  const answer = { chatflowId, chatId: 'c', chatMessageId: 'm2' }
  speech.respondWith({ tokenDelayMs: 60_000 })
  const reading = listen(scene.administrator, { ...answer, text: 'A long story' })
  await expect.poll(() => JSON.stringify(speech.requests.at(-1)?.body)).toContain('A long story')
  await scene.administrator.expect(200, 'POST', '/text-to-speech/abort', answer)
  expect((await reading).events.at(-1)).toBe('tts_abort')
})

test('reading out goes on whoever else says that it be stopped, and they are told nothing', async () => {
  const chatflowId = await flowWith(settings())
  const answer = { chatflowId, chatId: 'heard-by-ada', chatMessageId: 'm3' }
  speech.respondWith({ tokenDelayMs: 60_000 })
  let isOver = false
  const reading = listen(scene.administrator, { ...answer, text: 'A longer story' }).finally(() => {
    isOver = true
  })
  await expect.poll(() => JSON.stringify(speech.requests.at(-1)?.body)).toContain('A longer story')
  const other = await scene.server.addOrganization()
  const nobodys = { ...answer, chatId: 'heard-by-nobody' }
  for (const caller of [other.caller, scene.server.anonymous()]) {
    const told = await caller.call('POST', '/text-to-speech/abort', answer)
    const ofNothing = await caller.call('POST', '/text-to-speech/abort', nobodys)
    expect([told.status, told.text]).toEqual([
      ofNothing.status,
      ofNothing.text.replace(nobodys.chatId, answer.chatId),
    ])
  }
  expect(isOver).toBe(false)
  await scene.administrator.expect(200, 'POST', '/text-to-speech/abort', answer)
  expect((await reading).events.at(-1)).toBe('tts_abort')
})

test('where a key goes is said by somebody who may edit credentials', async () => {
  const editor = await scene.server.withKey(['chatflows:view', 'chatflows:update', 'agentflows:update'])
  const id = await flowWith({})
  const speechToText = JSON.stringify({
    localAISTT: { status: true, credentialId: scene.credentialId, baseUrl: 'https://evil.example/v1' },
  })
  const refused = await editor.call<{ message: string }>('PUT', `/chatflows/${id}`, { speechToText })
  expect([refused.status, refused.body.message.startsWith('speechToText:')]).toEqual([403, true])
  await scene.administrator.expect(200, 'PUT', `/chatflows/${id}`, { speechToText })
  // What was agreed to stays, whoever saves it again.
  await editor.expect(200, 'PUT', `/chatflows/${id}`, { speechToText })
})

test('a file that is imported agrees to no address of its own, whoever brings it, until somebody saves it', async () => {
  const { id: credentialId } = await scene.administrator.expect<{ id: string }>(200, 'POST', '/credentials', {
    name: 'Of my own server',
    credentialName: 'localAIApi',
    plainDataObj: { localAIApiKey: 'local-canary' },
  })
  const speechToText = JSON.stringify({
    localAISTT: { status: true, credentialId, baseUrl: `${speech.origin}/v1`, unconfirmed: false },
  })
  const file = { name: 'Of a file', type: 'AGENTFLOW', flowData: JSON.stringify(replyFlow()), speechToText }
  const { id } = await scene.administrator.expect<{ id: string }>(200, 'POST', '/chatflows', file)
  const say = () =>
    scene.administrator.call<{ code: string; question: string; message: string }>(
      'POST',
      `/internal-prediction/${id}`,
      { question: '', uploads: [audio()] },
    )
  const before = speech.requests.length
  expect((await say()).body).toMatchObject({
    code: 'credential_host_mismatch',
    message: expect.stringContaining(speech.origin),
  })
  const editor = await scene.server.withKey([
    'chatflows:view',
    'agentflows:view',
    'agentflows:update',
    'agentflows:config',
  ])
  const kept = await editor.expect<{ speechToText: string }>(200, 'GET', `/chatflows/${id}`)
  // Whoever may not agree keeps it as it is.
  await editor.expect(200, 'PUT', `/chatflows/${id}`, { speechToText: kept.speechToText })
  await editor.expect(200, 'PUT', `/chatflows/${id}`, { speechToText })
  expect((await say()).body.code).toBe('credential_host_mismatch')
  expect(speech.requests.length).toBe(before)
  // Whoever chooses another service has not seen the one of the file.
  const off = kept.speechToText.replace('"status":true', '"status":false')
  await scene.administrator.expect(200, 'PUT', `/chatflows/${id}`, { speechToText: off })
  await editor.expect(200, 'PUT', `/chatflows/${id}`, { speechToText: kept.speechToText })
  expect((await say()).body.code).toBe('credential_host_mismatch')
  await scene.administrator.expect(200, 'PUT', `/chatflows/${id}`, { speechToText: kept.speechToText })
  const agreed = await scene.administrator.expect<{ speechToText: string }>(200, 'GET', `/chatflows/${id}`)
  expect(agreed.speechToText).not.toContain('unconfirmed":true')
  expect((await say()).body.code).not.toBe('credential_host_mismatch')
})

test('of a question that is refused no recording is kept', async () => {
  const id = await flowWith(settings())
  const broken = { type: 'file', name: 'a.png', data: 'data:image/png;base64,bm9uZQ==' }
  const { status } = await ask(id, [audio(), broken])
  expect([status, await countFiles(scene.server, id)]).toEqual([400, 0])
})

test('services of speech are no nodes to draw', async () => {
  const names = (await scene.administrator.expect<{ name: string }[]>(200, 'GET', '/nodes')).map(
    ({ name }) => name,
  )
  expect(names).not.toContain('openAIWhisper')
  const listed = await scene.administrator.expect<{ name: string }[]>(
    200,
    'GET',
    '/nodes/category/SpeechToText',
  )
  expect(listed.map(({ name }) => name).sort()).toEqual([
    'assemblyAiTranscribe',
    'azureCognitive',
    'groqWhisper',
    'localAISTT',
    'openAIWhisper',
  ])
})
