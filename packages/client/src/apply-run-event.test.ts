import type { LoggedEvent, RunEvent } from '@runnel/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyRunEvent } from './apply-run-event.ts'
import { emptyRunView, findRunUsage, type RunView } from './run-view.ts'

const step = (nodeId: string) => ({ path: `${nodeId}#0`, nodeId })
const started = (nodeId: string): RunEvent => ({
  type: 'step-start',
  ...step(nodeId),
  nodeLabel: nodeId,
  generation: 0,
})
const said = (nodeId: string, text: string): RunEvent => ({ type: 'text-delta', ...step(nodeId), text })
const ended = (nodeId: string): Extract<RunEvent, { type: 'step-end' }> => ({
  type: 'step-end',
  ...step(nodeId),
  nodeLabel: nodeId,
  status: 'finished',
  durationMs: 12,
})

const log = (events: RunEvent[], fence = 1): LoggedEvent[] =>
  events.map((event, index) => ({ fence, n: index + 1, at: 1_000 + index * 100, event }))
const fold = (events: LoggedEvent[], view: RunView = emptyRunView) => events.reduce(applyRunEvent, view)

describe('applyRunEvent', () => {
  test('keeps of long work what was told last, with the source that is worked on', () => {
    const told = (done: number, file?: string): RunEvent => ({
      type: 'work-progressed',
      ...step('store'),
      what: 'chunks',
      subject: 'store',
      done,
      total: 4,
      ...(file !== undefined && { source: { name: 'Pdf File', n: 1, of: 2, file } }),
    })
    const view = fold(log([started('store'), told(1), told(2, 'tea.pdf')]))
    expect(view.progress).toEqual({
      what: 'chunks',
      subject: 'store',
      done: 2,
      total: 4,
      source: { name: 'Pdf File', n: 1, of: 2, file: 'tea.pdf' },
    })
    expect(fold(log([started('store'), told(1)])).progress).not.toHaveProperty('source')
  })

  test('knows which branches a condition took', () => {
    const conditions = [{ isFulfilled: false }, { operation: 'equal', isFulfilled: true }, 'other']
    const executed = {
      nodeId: 'if',
      nodeLabel: 'if',
      data: { output: { conditions } },
      previousNodeIds: [],
      status: 'FINISHED' as const,
    }
    const view = fold(log([started('if'), { ...ended('if'), executed }, ended('llm')]))
    expect(view.steps.map(({ branches }) => branches)).toEqual([[false, true, false], undefined])
  })

  test('places a quick step, whose events are logged together, by its duration', () => {
    const together = [started('llm'), ended('llm')].map((event, index) => ({
      fence: 1,
      n: index + 1,
      at: 2_000,
      event,
    }))
    expect(fold(together).steps).toMatchObject([{ startedAt: 1_988, durationMs: 12 }])
  })

  test('follows a run from its start to its end', () => {
    const view = fold(
      log([
        {
          type: 'run-start',
          runId: 'r',
          flowId: 'f',
          flowType: 'AGENTFLOW',
          chatId: 'c',
          sessionId: 's',
          messageId: 'm',
        },
        started('llm'),
        said('llm', 'Hel'),
        said('llm', 'lo'),
        {
          type: 'usage-reported',
          ...step('llm'),
          usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
        },
        ended('llm'),
        { type: 'run-end', status: 'finished', text: 'Hello', result: { text: 'Hello' } },
      ]),
    )
    expect(view).toMatchObject({ status: 'finished', runId: 'r', chatId: 'c', text: 'Hello' })
    expect(view.steps).toEqual([
      {
        path: 'llm#0',
        nodeId: 'llm',
        nodeLabel: 'llm',
        generation: 0,
        state: 'finished',
        startedAt: 1_100,
        durationMs: 12,
      },
    ])
    expect(findRunUsage(view)).toEqual({ inputTokens: 1, outputTokens: 2, totalTokens: 3 })
  })

  test('drops what a step and its sub-steps gave when it begins again', () => {
    const before = log([
      started('a'),
      said('a', 'kept '),
      started('b'),
      said('b', 'lost'),
      { type: 'text-delta', path: 'b#0/m0', nodeId: 'b', text: 'lost too' },
      { type: 'tool-start', path: 'b#0/t0.0', nodeId: 'b', tool: 'calculator', input: {} },
      { type: 'sources-found', ...step('b'), documents: ['d'] },
    ])
    const after = log(
      [{ type: 'step-restarted', ...step('b'), nodeLabel: 'b', attempt: 2 }, said('b', 'again')],
      2,
    )
    const view = fold([...before, ...after])
    expect(view.text).toBe('kept again')
    expect(view.toolCalls).toEqual([])
    expect(view.sources).toEqual([])
    expect(view.steps.map(({ path, state }) => [path, state])).toEqual([
      ['a#0', 'running'],
      ['b#0', 'running'],
    ])
  })

  test('steps of a sub-flow keep their text when the step that called it begins again', () => {
    const inner = { path: 'a#0/flow/in#0', nodeId: 'in' }
    const view = fold([
      ...log([said('a', 'A'), { type: 'text-delta', ...inner, text: 'inside' }]),
      ...log([{ type: 'step-restarted', ...step('a'), nodeLabel: 'a', attempt: 2 }], 2),
    ])
    expect(view.text).toBe('inside')
  })

  test('a step of a longer name is not taken for a sub-step of the one that begins again', () => {
    const view = fold([
      ...log([said('a', 'A'), { type: 'text-delta', path: 'a#01', nodeId: 'a', text: 'other' }]),
      ...log([{ type: 'step-restarted', ...step('a'), nodeLabel: 'a', attempt: 2 }], 2),
    ])
    expect(view.text).toBe('other')
  })

  test('joins the two ends of a tool call', () => {
    const used = { tool: 'calculator', toolInput: '1+1', toolOutput: '2' }
    const view = fold(
      log([
        { type: 'tool-start', ...step('a'), tool: 'calculator', input: '1+1' },
        { type: 'tool-end', ...step('a'), used },
        { type: 'tool-end', ...step('a'), used },
      ]),
    )
    expect(view.toolCalls).toHaveLength(2)
    expect(view.toolCalls.every((call) => call.used === used)).toBe(true)
  })

  test('a waiting run shows its question until it goes on', () => {
    const waiting = fold(log([{ type: 'run-wait', ...step('h'), action: { id: 'x' } }]))
    expect(waiting).toMatchObject({ status: 'waiting', action: { id: 'x' } })
    const goesOn = fold(log([started('next')], 2), waiting)
    expect(goesOn.status).toBe('running')
    expect(goesOn.action).toBeUndefined()
  })

  test('a failed run keeps the text that was said, names the node and leaves no step running', () => {
    const error = { code: 'model_error', message: 'The model refused.', nodeId: 'a' }
    const view = fold(
      log([
        started('a'),
        said('a', 'Half an ans'),
        { type: 'run-end', status: 'error', text: ' ', error, result: {} },
      ]),
    )
    expect(view).toMatchObject({ status: 'error', text: 'Half an ans', error })
    expect(view.steps[0]?.state).toBe('terminated')
  })

  test('any cut and any repeated delivery gives each token once', () => {
    const tokens = Array.from({ length: 30 }, (_, index) => `<${index}>`)
    const whole = log([started('a'), ...tokens.map((text) => said('a', text))])
    const cuts = fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 12 })
    fc.assert(
      fc.property(cuts, (rewinds) => {
        let reached = 0
        let view = emptyRunView
        for (const [back, ahead] of rewinds) {
          const end = Math.min(whole.length, reached + ahead)
          view = fold(whole.slice(Math.max(0, reached - back), end), view)
          reached = end
        }
        view = fold(whole.slice(reached), view)
        expect(view.text).toBe(tokens.join(''))
      }),
    )
  })
})
