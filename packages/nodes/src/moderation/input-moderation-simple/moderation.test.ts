import { isParam, type JsonObject } from '@runnel/contract'
import { aModel, aPrompt, createTestComponent, createTestStepContext, said } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../../catalogue.ts'
import { refuseListed } from './moderation.ts'

const guarded = nodeCatalogue.filter(({ definition }) =>
  definition.inputs.some((input) => input.type === 'Moderation' && !isParam(input)),
)

test('chains and agents are guarded', () => {
  expect(guarded.length).toBeGreaterThanOrEqual(4)
})

const aJudge = createTestComponent(
  'judge',
  {},
  { chatModel: () => Promise.reject(new Error('The test plays the judge.')) },
)

describe.each(guarded.map((type) => [type.definition.name, type] as const))('%s', (_name, type) => {
  /** What came of a question: a refusal, or that the node's own work began, whatever it makes of what is wired here. */
  async function ask(input: string, values: JsonObject, verdict?: string) {
    const inputModeration = createTestComponent(
      'inputModerationSimple',
      { values, anchors: verdict === undefined ? {} : { model: [aJudge] } },
      { moderation: refuseListed },
    )
    const retriever = createTestComponent('store', {}, { retriever: async () => [] })
    let judged = 0
    let began = false
    const step = createTestStepContext({
      input,
      components: {
        model: [aModel],
        prompt: [aPrompt({ format: () => [{ role: 'user', content: input }] })],
        vectorStoreRetriever: [retriever],
        inputModeration: [inputModeration],
      },
      retrieve: () => [],
      model: (_request, _n, { type: asked }) => {
        if (asked !== aJudge.type) return said('Good day.')
        judged += 1
        return said(verdict ?? '')
      },
    })
    const watched: typeof step.context = {
      ...step.context,
      components: (anchor) => {
        if (anchor !== 'inputModeration') began = true
        return step.context.components(anchor)
      },
    }
    // A node that lacks something says so, which is its own work already.
    const result = await (await type.run?.())?.(watched).catch(() => undefined)
    return began
      ? { began, judged }
      : { content: result?.output.content, judged, asked: step.requests.length - judged, shown: step.shown }
  }

  test('answers a listed question with the message, and asks nobody', async () => {
    const values = { denyList: 'tea\n\n Bad Thing ', moderationErrorMessage: 'No.' }
    expect(await ask('Tell me a BAD thing!', values)).toEqual({
      content: 'No.',
      judged: 0,
      asked: 0,
      shown: ['No.'],
    })
  })

  test('has a message of its own', async () => {
    expect(await ask('tea', { denyList: 'tea', moderationErrorMessage: '' })).toMatchObject({
      content: expect.stringMatching(/^Cannot Process!/),
    })
  })

  test('lets others pass, also where the list is empty', async () => {
    expect(await ask('Hello', { denyList: 'tea' })).toEqual({ began: true, judged: 0 })
    expect(await ask('Hello', { denyList: '\n' }, 'yes')).toEqual({ began: true, judged: 0 })
  })

  test('asks the model of the moderation whether it is the same in other words', async () => {
    expect(await ask('A hot drink', { denyList: 'tea' }, 'Yes.')).toMatchObject({
      judged: 1,
      asked: 0,
      shown: [expect.any(String)],
    })
    expect(await ask('A hot drink', { denyList: 'tea' }, 'No, yes is wrong')).toEqual({
      began: true,
      judged: 1,
    })
  })
})
