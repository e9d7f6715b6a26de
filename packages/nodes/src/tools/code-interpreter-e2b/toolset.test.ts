import { type JsonValue, RunnelError } from '@runnel/contract'
import type { CodeLimits } from '@runnel/node-kit'
import { expect, test } from 'vitest'
import { openToolCase } from '../play-tool.fixture.ts'
import { codeInterpreterE2BCase } from './code-interpreter-e2b.case.fixture.ts'
import { DEFAULT_DESCRIPTION } from './default-description.ts'

const open = (give: () => JsonValue, values = {}) => {
  const ran: { code: string; limits: CodeLimits | undefined }[] = []
  const world = {
    sandbox: (code: string, _globals: object, limits?: CodeLimits) => {
      ran.push({ code, limits })
      return give()
    },
  }
  return { ran, ...openToolCase({ ...codeInterpreterE2BCase, world }, { values }) }
}

test('code of a model reaches nothing, and has half a minute', async () => {
  const opened = open(() => ({ lines: [], value: null }))
  const { content } = await opened.ask({ input: '```js\nlet a = 1\n```' })
  expect(content).toContain('printed nothing')
  expect(opened.ran[0]?.limits).toEqual({ offline: true, timeoutMs: 30_000 })
  expect(opened.ran[0]?.code).toContain('\nlet a = 1\n')
  expect(opened.ran[0]?.code).not.toContain('```')
})

test('what is too long is cut, and a fault is told', async () => {
  const long = open(() => ({ lines: ['x'.repeat(50_000)], value: null }))
  expect((await long.ask()).content).toContain('[Cut here:')
  const broken = open(() => {
    throw new RunnelError('sandbox_error', 'ReferenceError: a is not defined (line 2)')
  })
  expect((await broken.ask()).used.error).toContain('a is not defined')
})

test('a description that promises Python is left aside', async () => {
  const describe = async (toolDesc: string) =>
    (await open(() => null, { toolDesc }).listTools())[0]?.description
  expect(await describe('Evaluates python code in a sandbox')).toBe(DEFAULT_DESCRIPTION)
  expect(await describe('Counts with JavaScript')).toBe('Counts with JavaScript')
})
