import { HEARD, RECORDING, type SpeechCase, soundOf, speechCases } from '@runnel/providers/testing'
import { describe, expect, test } from 'vitest'
import { onDatabases } from '../../testing/every-node/on-databases.ts'
import { prepareFakes } from '../../testing/every-node/prepare-fakes.ts'
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
  const here = prepareFakes(kind, cases, (each) => each.startFake())

  /** A flow that replies what it was asked, with this service. */
  async function makeSpeaking({ node, setting, values, ...facts }: SpeechCase): Promise<string> {
    const credentialId = await here.world.makeKey(node, { ...facts.credential, ...facts.account })
    const service = JSON.stringify({ [node]: { status: true, credentialId, ...values } })
    return makeFlow(here.world.scene.administrator, replyFlow(), { [setting]: service })
  }

  describe.each(cases)('$node', (facts) => {
    test('does its work in a flow, with its key', async () => {
      const chatflowId = await makeSpeaking(facts)
      const fake = here.fakeOf(facts)
      here.world.lead(fake.origin)
      if (facts.setting === 'speechToText') {
        const { text } = await here.world.ask(chatflowId, '', { uploads: [recording] })
        expect(text).toBe(`You said ${HEARD}`)
        return
      }
      const body = { chatflowId, chatId: 'c', chatMessageId: 'm1', text: 'Hello there' }
      const frames = await here.world.scene.administrator.call('POST', '/text-to-speech/generate', body)
      const chunks = frames.text.matchAll(/"audioChunk":"([^"]+)"/g)
      const sound = Buffer.concat([...chunks].map(([, chunk = '']) => Buffer.from(chunk, 'base64')))
      expect(sound.toString()).toBe(Buffer.concat(soundOf('Hello there')).toString())
    })
  })
})
