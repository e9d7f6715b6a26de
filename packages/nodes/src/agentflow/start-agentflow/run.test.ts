import { createTestStepContext, type TestStepOptions } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { runStart } from './run.ts'

const run = (options: TestStepOptions) => runStart(createTestStepContext(options).context)
const chat = { startInputType: 'chatInput' }

describe('the start of an agent flow', () => {
  test('hands on the question', async () => {
    const result = await run({ values: chat, input: 'Why?', run: { question: 'Why?' } })
    expect(result).toMatchObject({ output: { question: 'Why?' }, state: {}, forgetsHistory: false })
  })

  test('hands on the form, and shows which one it was', async () => {
    const values = {
      startInputType: 'formInput',
      formTitle: 'Order',
      formInputTypes: [{ type: 'number', label: 'Pieces', name: 'pieces' }],
    }
    const result = await run({ values, run: { form: { pieces: 3 } } })
    expect(result.output).toEqual({ form: { pieces: 3 } })
    expect(result.input).toMatchObject({ form: { title: 'Order', inputs: [{ name: 'pieces' }] } })
  })

  test('lays out the state', async () => {
    const startState = [{ key: 'topic', value: 'tea' }, { key: 'count' }, { key: '', value: 'lost' }]
    const result = await run({ values: { ...chat, startState } })
    expect(result.state).toEqual({ topic: 'tea', count: '' })
  })

  test('goes on with the last state only when it persists', async () => {
    const startState = [{ key: 'topic', value: 'tea' }]
    const initialState = { topic: 'coffee', seen: '1' }
    const kept = await run({
      values: { ...chat, startState, startPersistState: true },
      run: { initialState },
    })
    expect(kept.state).toEqual({ topic: 'coffee', seen: '1' })
    expect(kept.output).toMatchObject({ persistState: true })
    const fresh = await run({ values: { ...chat, startState }, run: { initialState } })
    expect(fresh.state).toEqual({ topic: 'tea' })
  })

  test('lets the state given with the call win', async () => {
    const values = { ...chat, startPersistState: true }
    const node = { id: 'startAgentflow_0', type: 'startAgentflow', label: 'Start' }
    const overrides = { startAgentflow_0: { startState: [{ key: 'topic', value: 'water' }] } }
    const result = await run({ node, values, run: { initialState: { topic: 'coffee' }, overrides } })
    expect(result.state).toEqual({ topic: 'water' })
  })

  test('forgets earlier runs when the author wants that', async () => {
    const result = await run({ values: { ...chat, startEphemeralMemory: true } })
    expect(result).toMatchObject({ forgetsHistory: true, output: { ephemeralMemory: true } })
  })

  test('says what is missing for other beginnings', async () => {
    await expect(run({ values: { startInputType: 'webhookTrigger' } })).rejects.toThrow('webhook')
    await expect(run({ values: { startInputType: 'scheduleInput' } })).rejects.toThrow('schedule')
    await expect(run({ values: {} })).rejects.toThrow('Start input type not found')
  })
})
