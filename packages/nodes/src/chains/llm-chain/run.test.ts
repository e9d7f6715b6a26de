import type { Prompt } from '@runnel/node-kit'
import { aModel, aPrompt, createTestStepContext, said } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { runLlmChain } from './run.ts'

function chain(prompt: Partial<Prompt>, input = 'socks') {
  return createTestStepContext({
    input,
    components: { model: [aModel], prompt: [aPrompt(prompt)] },
    model: () => said('Sock & Co.'),
  })
}

const format = (values: Record<string, string>) => [
  { role: 'user' as const, content: `${values.product ?? ''}|${values.tone ?? ''}` },
]

describe('an LLM chain', () => {
  test('fills the one free place with the question and shows the answer', async () => {
    const step = chain({ variables: ['product', 'tone'], values: { tone: 'dry' }, format })
    const result = await runLlmChain(step.context)
    expect(step.requests).toEqual([{ messages: [{ role: 'user', content: 'socks|dry' }], show: true }])
    expect(result.output).toMatchObject({
      content: 'Sock & Co.',
      usageMetadata: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
    })
  })

  test('leaves the question out when every place has its value', async () => {
    const step = chain({ variables: ['product'], values: { product: 'hats' }, format })
    await runLlmChain(step.context)
    expect(step.requests[0]?.messages).toEqual([{ role: 'user', content: 'hats|' }])
  })

  test('puts the question in the one place that was left empty', async () => {
    const step = chain({ variables: ['product', 'tone'], values: { product: '', tone: 'dry' }, format })
    await runLlmChain(step.context)
    expect(step.requests[0]?.messages).toEqual([{ role: 'user', content: 'socks|dry' }])
    const both = chain({ variables: ['product', 'tone'], values: { product: '', tone: '' }, format })
    await runLlmChain(both.context)
    expect(both.requests[0]?.messages).toEqual([{ role: 'user', content: '|' }])
  })

  test('names the places when several are free', async () => {
    const step = chain({ variables: ['product', 'tone'], format })
    await expect(runLlmChain(step.context)).rejects.toThrow('{product}, {tone}')
  })

  test('says what is not connected', async () => {
    const without = createTestStepContext({ components: { model: [aModel] } })
    await expect(runLlmChain(without.context)).rejects.toMatchObject({ code: 'missing_component' })
    const noModel = createTestStepContext({ components: { prompt: [aPrompt({})] } })
    await expect(runLlmChain(noModel.context)).rejects.toThrow('has no model')
  })
})
