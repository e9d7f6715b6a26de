import { createTestStepContext, type TestStepOptions } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { runExecuteFlow } from './run.ts'

const node = { id: 'executeFlowAgentflow_0', type: 'executeFlowAgentflow', label: 'Ask Legal' }

const execute = (options: TestStepOptions = {}) =>
  createTestStepContext({
    node,
    flow: ({ question }) => ({
      content: `About ${question}: yes`,
      usedTools: [{ tool: 'search', toolInput: 'x', toolOutput: 'y' }],
      sourceDocuments: [],
      artifacts: [{ type: 'png' }],
      fileAnnotations: [{ filePath: 'FILE-STORAGE::a.csv', fileName: 'a.csv' }],
    }),
    ...options,
    values: { executeFlowSelectedFlow: 'flow-1', executeFlowInput: 'tea', ...options.values },
  })

test('the flow is run with the input and what its author lets callers set', async () => {
  const step = execute({ values: { executeFlowOverrideConfig: '{"temperature": 0}' } })
  const result = await runExecuteFlow(step.context)
  expect(step.flows).toEqual([
    { flowId: 'flow-1', question: 'tea', overrides: { temperature: 0 }, conversation: 'chat', show: true },
  ])
  expect(result.output).toEqual({
    content: 'About tea: yes',
    usedTools: [{ tool: 'search', toolInput: 'x', toolOutput: 'y' }],
    artifacts: [{ type: 'png' }],
    fileAnnotations: [{ filePath: 'FILE-STORAGE::a.csv', fileName: 'a.csv' }],
  })
})

test('what callers set is refused where it cannot be read', async () => {
  const step = execute({ values: { executeFlowOverrideConfig: '{"temperature": ' } })
  await expect(runExecuteFlow(step.context)).rejects.toThrow(
    '“executeFlowOverrideConfig” of Ask Legal is no JSON object',
  )
  expect(step.flows).toEqual([])
})

test('its answer joins the history, as a user unless the author says otherwise', async () => {
  const asUser = await runExecuteFlow(execute().context)
  expect(asUser.history).toEqual([
    { role: 'user', content: 'tea' },
    { role: 'user', content: 'About tea: yes', name: 'ask_legal' },
  ])
  const runHistory = asUser.history ?? []
  expect((await runExecuteFlow(execute({ runHistory }).context)).history).toHaveLength(1)
  const values = { executeFlowReturnResponseAs: 'assistantMessage' }
  expect((await runExecuteFlow(execute({ values }).context)).history?.at(-1)?.role).toBe('assistant')
})

test('without a flow it says so', async () => {
  const values = { executeFlowSelectedFlow: '' }
  await expect(runExecuteFlow(execute({ values }).context)).rejects.toThrow('Ask Legal has no flow')
})
