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

describe.each(guarded.map((type) => [type.definition.name, type] as const))('%s', (_name, type) => {
  async function ask(input: string, values: JsonObject, judge?: string) {
    const inputModeration = createTestComponent(
      'inputModerationSimple',
      { values, anchors: judge === undefined ? {} : { model: [aModel] } },
      { moderation: refuseListed },
    )
    const retriever = createTestComponent('store', {}, { retriever: async () => [] })
    const step = createTestStepContext({
      input,
      components: {
        model: [aModel],
        prompt: [aPrompt({ format: () => [{ role: 'user', content: input }] })],
        vectorStoreRetriever: [retriever],
        inputModeration: [inputModeration],
      },
      retrieve: () => [],
      model: (_request, n) => said(n === 0 && judge !== undefined ? judge : 'Good day.'),
    })
    const result = await (await type.run?.())?.(step.context)
    return { content: result?.output.content, asked: step.requests.length, shown: step.shown }
  }

  test('answers a listed question with the message, and asks nobody', async () => {
    const values = { denyList: 'tea\n\n Bad Thing ', moderationErrorMessage: 'No.' }
    expect(await ask('Tell me a BAD thing!', values)).toEqual({ content: 'No.', asked: 0, shown: ['No.'] })
  })

  test('has a message of its own', async () => {
    expect((await ask('tea', { denyList: 'tea', moderationErrorMessage: '' })).content).toMatch(
      /^Cannot Process!/,
    )
  })

  test('lets others pass, also where the list is empty', async () => {
    expect(await ask('Hello', { denyList: 'tea' })).toMatchObject({ content: 'Good day.', asked: 1 })
    expect(await ask('Hello', { denyList: '\n' }, 'yes')).toMatchObject({ asked: 1 })
  })

  test('asks the model of the moderation whether it is the same in other words', async () => {
    expect(await ask('A hot drink', { denyList: 'tea' }, 'Yes.')).toMatchObject({
      asked: 1,
      shown: [expect.any(String)],
    })
    expect(await ask('A hot drink', { denyList: 'tea' }, 'No, yes is wrong')).toMatchObject({
      content: 'Good day.',
      asked: 2,
    })
  })
})
