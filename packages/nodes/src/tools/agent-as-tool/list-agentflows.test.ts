import { expect, test } from 'vitest'
import { listAgentflows } from './list-agentflows.ts'

test('the flows to choose from are the agent flows that the caller may see', async () => {
  const around = { values: {}, catalogue: [], previousNodes: [], signal: new AbortController().signal, fetch }
  const flows = [
    { id: 'flow-1', name: 'Handbook', type: 'CHATFLOW' as const },
    { id: 'flow-2', name: 'Researcher', type: 'AGENTFLOW' as const },
  ]
  expect(await listAgentflows({ ...around, listFlows: async () => flows })).toEqual([
    { name: 'flow-2', label: 'Researcher', description: 'Agent flow' },
  ])
  expect(await listAgentflows(around)).toEqual([])
})
