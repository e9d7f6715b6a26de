import type { RunInput } from '@runnel/contract'
import type { Capabilities } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import type { EnginePorts } from './engine-ports.ts'
import { createFakeVendor } from './testing/fake-model.ts'
import { createFakePorts } from './testing/fake-ports.ts'
import { buildPlan, createDefinition } from './testing/plan-builder.ts'
import { runToEnd, type TestRun } from './testing/run-to-end.ts'

const spoken: NonNullable<RunInput['spoken']> = {
  file: { name: 'recording.webm', mediaType: 'audio/webm', source: { blob: 'b1' } },
  by: { type: 'hearing', label: 'Hearing', values: { language: 'en' }, credentials: { credential: 'c1' } },
}
const PATH = '%question#0/u0'

/** Runs a step that says what it is asked, in a run whose question was spoken. */
function hear(speechToText: Capabilities['speechToText'], more: Partial<TestRun> = {}) {
  const opened: Parameters<EnginePorts['openVendor']>[1][] = []
  const ports = createFakePorts({
    vendor: createFakeVendor(),
    ports: {
      loadRun: async () => async (context) => {
        // A call behind it: what was heard is committed before it goes out.
        await context.http({ url: 'https://api.example/x' })
        return { output: { content: `asked: ${context.input}` } }
      },
      findDefinition: (type) => createDefinition(type, { kind: 'component', provides: ['speechToText'] }),
      loadCapability: async (_type, kind) => ({ speechToText })[kind as 'speechToText'] as never,
      files: {
        ...createFakePorts({ vendor: createFakeVendor() }).files,
        read: async () => ({
          bytes: new Uint8Array([1, 2]),
          mediaType: 'audio/webm',
          name: 'recording.webm',
        }),
      },
      openVendor: async (component, call) => {
        opened.push(call)
        expect(component.credentials).toEqual({ credential: 'c1' })
        return { fetch, sleep: async () => undefined, readFile: async () => new Uint8Array() }
      },
    },
  })
  const input = { question: '', spoken }
  return { run: runToEnd({ plan: buildPlan([{ id: 'x', type: 'x' }]), ...more, ports, input }), opened }
}

describe('a question that was spoken', () => {
  test('is written down before any step, and asked as if it had been typed', async () => {
    const heard: unknown[] = []
    const { run, opened } = hear(async (component, _vendor, { audio, mediaType }) => {
      heard.push([component.values, [...audio], mediaType])
      return ' Where does it rise? '
    })
    const { outcome, events, journal } = await run
    expect(heard).toEqual([[{ language: 'en' }, [1, 2], 'audio/webm']])
    expect(outcome).toMatchObject({
      status: 'finished',
      text: 'asked: Where does it rise?',
      heard: 'Where does it rise?',
    })
    expect(opened).toMatchObject([{ kind: 'speechToText', flowId: 'flow' }])
    const types = events.map(({ type }) => type)
    expect(types.indexOf('question-heard')).toBeLessThan(types.indexOf('step-start'))
    expect(journal.filter(({ path }) => path === PATH).map(({ kind, status }) => [kind, status])).toEqual([
      ['transcription', 'started'],
      ['transcription', 'finished'],
    ])
  })

  test('is not written down again when the process dies after it', async () => {
    let calls = 0
    const count: Capabilities['speechToText'] = async () => {
      calls += 1
      return 'Once.'
    }
    const died = await hear(count, {
      onPiece: ({ records }) =>
        records.some(({ path, status }) => path === PATH && status === 'finished') ? 'cut' : undefined,
    }).run
    expect(died.outcome).toBeUndefined()
    const { outcome } = await hear(count, { journal: died.journal, fence: 2 }).run
    expect(outcome).toMatchObject({ status: 'finished', text: 'asked: Once.', heard: 'Once.' })
    expect(calls).toBe(1)
  })

  test('that nobody can write down ends the run with the reason', async () => {
    const { outcome, events } = await hear(async () => {
      throw new Error('No words in it.')
    }).run
    expect(outcome).toMatchObject({
      status: 'error',
      error: { code: 'step_failed', message: 'No words in it.' },
    })
    expect(events.map(({ type }) => type)).toEqual(['run-start', 'run-end'])
  })

  test('is left when the run is stopped', async () => {
    const stop = new AbortController()
    const { outcome } = await hear(
      (_component, _vendor, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          stop.abort()
        }),
      { signal: stop.signal },
    ).run
    expect(outcome).toMatchObject({ status: 'terminated' })
  })
})
