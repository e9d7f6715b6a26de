import type { Capabilities, VendorContext } from '@runnel/node-kit'
import { createTestComponent } from '@runnel/node-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerCatalogue } from './catalogue.ts'
import { HEARD, RECORDING, speechCases } from './speech-cases.fixture.ts'
import type { FakeVendor } from './testing/chat-model-case.ts'
import { soundOf } from './testing/fake-speech.ts'
import { leadToFake } from './testing/open-case-model.fixture.ts'
import { providerContext } from './testing/provider-context.fixture.ts'
import type { SpeechCase } from './testing/speech-case.ts'

const signal = new AbortController().signal
const types = providerCatalogue.flatMap(({ nodes }) => nodes)
const TEXT = 'The river rises in the hills.'

test('every service of speech of the catalogue is held to these tests', () => {
  const named = types.flatMap(({ definition: { name, settingOf } }) => (settingOf ? [[name, settingOf]] : []))
  expect(speechCases.map(({ node, setting }) => [node, setting]).sort()).toEqual(named.sort())
})

interface Changes {
  credential?: Record<string, string> | undefined
  text?: string
  signal?: AbortSignal
}

/** Has a service do its work, and gives what came: the text that was heard, or the sound that was made. */
async function work(
  facts: SpeechCase,
  { vendor, hosts = [] }: Asked,
  changes: Changes = {},
): Promise<string> {
  const { node, setting, values, credential, account } = facts
  const load = types.find(({ definition }) => definition.name === node)?.provides?.[setting]
  const component = createTestComponent(node, { values })
  const fields = 'credential' in changes ? changes.credential : { ...credential, ...account }
  const context: VendorContext = {
    ...providerContext(fields),
    sleep: async () => undefined,
    fetch: leadToFake(vendor, hosts),
  }
  const until = changes.signal ?? signal
  if (setting === 'speechToText') {
    const hear = (await load?.()) as Capabilities['speechToText']
    return hear(component, context, { audio: RECORDING, mediaType: 'audio/webm', signal: until })
  }
  const say = (await load?.()) as Capabilities['textToSpeech']
  const { format, audio } = await say(component, context, { text: changes.text ?? TEXT, signal: until })
  expect(format).toBe('mp3')
  const chunks: Uint8Array[] = []
  for await (const chunk of audio) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

interface Asked {
  vendor: FakeVendor
  hosts?: string[]
}

describe.each(speechCases)('$node', (facts) => {
  const { setting } = facts
  let vendor: FakeVendor
  beforeAll(async () => {
    vendor = await facts.startFake()
  })
  afterAll(() => vendor.close())

  test('speech becomes text, or text speech, at the vendor’s own address', async () => {
    const hosts: string[] = []
    const whole = setting === 'speechToText' ? HEARD : Buffer.concat(soundOf(TEXT)).toString()
    expect(await work(facts, { vendor, hosts })).toBe(whole)
    expect(new Set(hosts)).toEqual(new Set([facts.host]))
  })

  test.each([
    [401, false],
    [429, true],
    [500, true],
  ])('a refusal with status %i is said in plain words', async (status, retryable) => {
    const [key = ''] = Object.values(facts.credential)
    vendor.respondWith({ status, message: `No ${key}` })
    const failing = work(facts, { vendor })
    await expect(failing).rejects.toMatchObject({ code: 'model_error', retryable, vendorStatus: status })
    await expect(failing).rejects.not.toThrow(key)
  })

  test('an answer that is cut is no answer', async () => {
    vendor.respondWith(setting === 'speechToText' ? { hangUp: true } : { cutAfter: 2 })
    await expect(work(facts, { vendor })).rejects.toMatchObject({ code: 'model_error', retryable: true })
  })

  test('an answer of another shape is told as such', async () => {
    if (setting === 'textToSpeech') return
    vendor.respondWith({ malformed: '{"cups":3}' })
    await expect(work(facts, { vendor })).rejects.toMatchObject({ code: 'model_error' })
  })

  test('a call that is stopped stays stopped', async () => {
    const stopped = new Error('Stopped.')
    await expect(work(facts, { vendor }, { signal: AbortSignal.abort(stopped) })).rejects.toThrow('Stopped.')
  })

  test('a long text is read out to its end', async () => {
    if (setting === 'speechToText') return
    const text = `${'Water finds its way. '.repeat(300)}It is the end.`
    const before = vendor.requests.length
    await work(facts, { vendor }, { text })
    const said = vendor.requests.slice(before).map(({ body }) => body as { input?: string; text?: string })
    expect(said.length).toBeGreaterThan(1)
    expect(said.map(({ input, text: piece }) => input ?? piece).join('')).toBe(text)
  })

  test('a missing key is told before anybody is called', async () => {
    const before = vendor.requests.length
    const keyless = work(facts, { vendor }, { credential: facts.account })
    if (facts.worksWithoutKey) await expect(keyless).rejects.toMatchObject({ vendorStatus: 401 })
    else {
      await expect(keyless).rejects.toMatchObject({ code: 'missing_credential' })
      expect(vendor.requests).toHaveLength(before)
    }
  })
})
