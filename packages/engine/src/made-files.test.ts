import type { RunNode } from '@runnel/node-kit'
import { expect, test } from 'vitest'
import { createFakeVendor } from './testing/fake-model.ts'
import { createFakePorts } from './testing/fake-ports.ts'
import { buildPlan } from './testing/plan-builder.ts'
import { runToEnd } from './testing/run-to-end.ts'
import { fakeModel } from './testing/synthetic-nodes.ts'

const made = {
  sourceDocuments: [{ pageContent: 'Tea', metadata: {} }],
  artifacts: [{ type: 'png', data: 'FILE-STORAGE::a.png' }],
  fileAnnotations: [{ filePath: 'FILE-STORAGE::table.csv', fileName: 'table.csv' }],
}

const nodes: Record<string, RunNode> = {
  maker: async () => ({ output: { content: 'Here it is.', ...made } }),
  caller: async (context) => {
    const answer = await context.runFlow({ flowId: 'inner', question: 'Draw.', conversation: 'new' })
    const { content, sourceDocuments, artifacts, fileAnnotations } = answer
    return { output: { content, sourceDocuments, artifacts, fileAnnotations } }
  },
  toolUser: async (context) => {
    const [tool] = await context.listTools([
      { ...fakeModel, type: 'fakeTool', values: { flow: 'inner', hands: true } },
    ])
    if (!tool) throw new Error('There is no tool.')
    const {
      content,
      sourceDocuments = [],
      artifacts = [],
      fileAnnotations = [],
    } = await context.callTool(tool, '')
    return { output: { content, sourceDocuments, artifacts, fileAnnotations } }
  },
}
const inner = {
  plan: buildPlan([{ id: 'maker', type: 'maker' }]),
  versionId: 'v1',
  flowType: 'AGENTFLOW' as const,
  overrides: {},
}

test.each(['maker', 'caller', 'toolUser'])(
  'what a %s made is told once, and is part of the answer',
  async (type) => {
    const ports = createFakePorts({
      vendor: createFakeVendor(),
      flows: { inner },
      ports: { loadRun: async (name) => nodes[name] },
    })
    const { outcome, events } = await runToEnd({ plan: buildPlan([{ id: 'x', type }]), ports })
    expect(outcome?.error).toBeUndefined()
    expect(outcome).toMatchObject({ status: 'finished', text: 'Here it is.', ...made })
    const told = events.filter((event) => /^(files|artifacts)-made$|^sources-found$/.test(event.type))
    expect(told.map((event) => event.type)).toEqual(['sources-found', 'artifacts-made', 'files-made'])
    expect(events.at(-1)).toMatchObject({ type: 'run-end', result: made })
  },
)
