import { type FlowDocument, ROW_ID } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { applyDiff } from '../edits/apply-diff.ts'
import { deleteNodes } from '../edits/delete-nodes.ts'
import { planRun } from '../plan/plan-run.ts'
import { sanitizePublicFlow } from '../redaction/sanitize-public-flow.ts'
import { renameCatalogue } from '../testing/rename-catalogue.ts'
import {
  findTestDefinition,
  makeAnchorEdge,
  makeControlEdge,
  makeDocument,
  makeNode,
  TEST_DEFINITIONS,
} from '../testing.ts'
import { validateFlow } from '../validation/validate-flow.ts'
import { listVariables } from '../variables/list-variables.ts'
import { exportFlow } from '../wire/export-flow.ts'

const renamed = renameCatalogue(TEST_DEFINITIONS)
const row = (id: string, cells: Record<string, string>) => ({ [ROW_ID]: id, ...cells })
const writes = (param: string) => ({ [param]: [row('r0', { key: 'topic', value: '{{output}}' })] })

const agentFlow = makeDocument(
  [
    makeNode('startAgentflow_0', {
      values: {
        startInputType: 'formInput',
        formTitle: 'Trip',
        formInputTypes: [row('r0', { type: 'string', label: 'City', name: 'city' })],
        startState: [row('r0', { key: 'topic', value: '' })],
        startPersistState: true,
      },
    }),
    makeNode('llmAgentflow_0', {
      values: {
        ...writes('llmUpdateState'),
        llmStructuredOutput: [row('r0', { key: 'mood', type: 'string' })],
      },
    }),
    makeNode('customFunctionAgentflow_0', { values: writes('customFunctionUpdateState') }),
    makeNode('conditionAgentflow_0', {
      values: { conditions: [row('r0', { type: 'string', value1: '', operation: 'equal' })] },
    }),
    makeNode('loopAgentflow_0', { values: { loopBackToNode: 'llmAgentflow_0-LLM', maxLoopCount: 3 } }),
    makeNode('iterationAgentflow_0', { size: { width: 300, height: 250 } }),
    makeNode('directReplyAgentflow_0', { parent: 'iterationAgentflow_0' }),
    makeNode('stickyNoteAgentflow_0', { values: { note: 'Hello' } }),
  ],
  [
    makeControlEdge('startAgentflow_0', 'llmAgentflow_0'),
    makeControlEdge('startAgentflow_0', 'customFunctionAgentflow_0'),
    makeControlEdge('llmAgentflow_0', 'conditionAgentflow_0'),
    makeControlEdge('conditionAgentflow_0:r0', 'loopAgentflow_0'),
    makeControlEdge('conditionAgentflow_0:else', 'iterationAgentflow_0'),
  ],
)
/** Anchors of a chat flow are called as types and params are: it keeps to what needs none. */
const chatFlow = makeDocument([makeNode('stickyNote_0', { values: { note: 'Hi' } }), makeNode('llmChain_0')])

const flows: [string, FlowDocument][] = [
  ['an agent flow', agentFlow],
  ['a chat flow', chatFlow],
]

describe.each(flows)('with other names of types, categories and params, %s', (_kind, document) => {
  const other = renamed.rename(document)
  const restored = <Value>(value: Value): Value => JSON.parse(renamed.restore(JSON.stringify(value)))

  test('has the same problems', () => {
    const problems = validateFlow(document, findTestDefinition)
    expect(problems.length).toBeGreaterThan(0)
    expect(restored(validateFlow(other, renamed.find))).toEqual(problems)
  })

  test('offers the same variables', () => {
    for (const { id: nodeId } of document.nodes)
      expect(listVariables(other, renamed.find, { nodeId })).toEqual(
        listVariables(document, findTestDefinition, { nodeId }),
      )
  })

  test('shows the public the same of its form', () => {
    expect(renamed.restore(sanitizePublicFlow(other, renamed.find))).toBe(
      sanitizePublicFlow(document, findTestDefinition),
    )
  })

  test('loses the same with a node', () => {
    for (const { id } of document.nodes) {
      const [mine, theirs] = [document, other]
      const left = applyDiff(mine, deleteNodes(mine, findTestDefinition, [id]))
      const leftOther = applyDiff(theirs, deleteNodes(theirs, renamed.find, [id]))
      expect(leftOther).toEqual(renamed.rename(left))
    }
  })

  test('is drawn by the same cards in Flowise', () => {
    const kinds = ({ nodes }: ReturnType<typeof exportFlow>) => nodes.map(({ type }) => type)
    expect(kinds(exportFlow(other, renamed.find))).toEqual(kinds(exportFlow(document, findTestDefinition)))
  })

  test('runs by the same plan', () => {
    const describePlan = (plan: ReturnType<typeof planRun>) =>
      [...plan.steps.values()].map(({ node, mayJumpTo, incoming, children }) => ({
        id: node.id,
        mayJumpTo,
        incoming: incoming.map(({ source, branch }) => [source, branch]),
        children: [...(children?.steps.keys() ?? [])],
      }))
    expect(describePlan(planRun(other, renamed.find))).toEqual(
      describePlan(planRun(document, findTestDefinition)),
    )
  })
})

test('the names of the test are others everywhere', () => {
  const other = JSON.stringify([
    renamed.rename(agentFlow).nodes.map(({ type, values }) => [type, Object.keys(values)]),
  ])
  expect(other).not.toMatch(/[a-z]Agentflow|UpdateState|start[A-Z]|form[A-Z]|note/)
  expect(renamed.restore(other)).toContain('startPersistState')
})

test('a flow may end by the output that says so, whatever the node', () => {
  const outputs = [
    { name: 'value', label: 'Value' },
    { name: 'end', label: 'End', answers: true },
  ]
  const base = findTestDefinition('calculator')
  const find = (type: string) =>
    type === 'calculator' && base ? { ...base, kind: 'step' as const, outputs } : findTestDefinition(type)
  const flow = (output: string) =>
    makeDocument(
      [makeNode('promptTemplate_0'), makeNode('calculator_0', { outputs: { output } })],
      [makeAnchorEdge('promptTemplate_0', 'calculator_0:x')],
    )
  const codes = (output: string) => validateFlow(flow(output), find).map(({ code }) => code)
  expect(codes('value')).toContain('ending_wrong_kind')
  expect(codes('end')).not.toContain('ending_wrong_kind')
})
