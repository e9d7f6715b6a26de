import {
  type FakeVendor,
  HEARD,
  RECORDING,
  type SpeechCase,
  soundOf,
  speechCases,
} from '@runnel/providers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NodeWorld, startNodeWorld } from '../../testing/every-node/node-world.ts'
import { onDatabases } from '../../testing/every-node/on-databases.ts'
import { replyFlow } from '../../testing/example-flows.ts'
import { makeFlow } from '../../testing/make-flow.ts'

const recording = {
  type: 'audio',
  name: 'recording.webm',
  mime: 'audio/webm',
  data: `data:audio/webm;codecs=opus;base64,${Buffer.from(RECORDING).toString('base64')}`,
}

/** Every service of speech, whole: what is spoken is asked, and what is answered is read out. */
onDatabases({ title: 'speech', cases: speechCases, subject: 0 }, (kind, cases) => {
  const fakes = new Map<SpeechCase, FakeVendor>()
  let world: NodeWorld
  beforeAll(async () => {
    for (const each of cases) fakes.set(each, await each.startFake())
    world = await startNodeWorld({ kind, fakes: [...fakes.values()].map(({ origin }) => origin) })
  })
  afterAll(async () => {
    await world.stop()
    for (const fake of fakes.values()) await fake.close()
  })

  /** A flow that replies what it was asked, with this service. */
  async function makeSpeaking({ node, setting, values, ...facts }: SpeechCase): Promise<string> {
    const credentialId = await world.makeKey(node, { ...facts.credential, ...facts.account })
    const service = JSON.stringify({ [node]: { status: true, credentialId, ...values } })
    return makeFlow(world.scene.administrator, replyFlow(), { [setting]: service })
  }

  describe.each(cases)('$node', (facts) => {
    test('does its work in a flow, with its key', async () => {
      const chatflowId = await makeSpeaking(facts)
      const fake = fakes.get(facts) as FakeVendor
      world.lead(fake.origin)
      if (facts.setting === 'speechToText') {
        const { text } = await world.ask(chatflowId, '', { uploads: [recording] })
        expect(text).toBe(`You said ${HEARD}`)
        return
      }
      const body = { chatflowId, chatId: 'c', chatMessageId: 'm1', text: 'Hello there' }
      const frames = await world.scene.administrator.call('POST', '/text-to-speech/generate', body)
      const chunks = frames.text.matchAll(/"audioChunk":"([^"]+)"/g)
      const sound = Buffer.concat([...chunks].map(([, chunk = '']) => Buffer.from(chunk, 'base64')))
      expect(sound.toString()).toBe(Buffer.concat(soundOf('Hello there')).toString())
    })
  })
})
