import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { agentEdge, agentNode } from './testing/example-flows.ts'
import { makeFlow } from './testing/make-flow.ts'
import type { TestCaller } from './testing/test-caller.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer
let callers: TestCaller[]
let workspaces: (string | undefined)[]

const codeFlow = {
  nodes: [
    agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }, 'Start'),
    agentNode('customFunctionAgentflow_0', 'customFunctionAgentflow', {
      customFunctionJavascriptFunction: 'return "from code"',
    }),
  ],
  edges: [agentEdge('startAgentflow_0', 'customFunctionAgentflow_0')],
}

beforeAll(async () => {
  server = await startTestServer()
  const administrator = await server.administrator()
  const user = await administrator.expect<{ activeWorkspaceId: string }>(200, 'GET', '/auth/session')
  const other = await server.addWorkspace()
  callers = [administrator, other.caller]
  workspaces = [user.activeWorkspaceId, other.workspaceId]
})

afterAll(() => server.stop())

/** Whose code the sandbox is told that it runs, and with whose it shares its places. */
async function ownersOf(run: (caller: TestCaller) => Promise<unknown>) {
  const runs = vi.spyOn(server.context.sandbox, 'run')
  for (const caller of callers) await run(caller)
  const owners = runs.mock.calls.map(([{ owner, group }]) => ({ owner, group }))
  runs.mockRestore()
  return owners
}

test('code that is tried out runs for its workspace', async () => {
  const owners = await ownersOf((caller) =>
    caller.expect(200, 'POST', '/node-custom-function', { javascriptFunction: 'return 1' }),
  )
  expect(owners.map(({ owner }) => owner)).toEqual(workspaces)
})

test('code of a flow runs for the workspace of the flow, and among that of the flow, whoever asks', async () => {
  const flows: string[] = []
  const owners = await ownersOf(async (caller) => {
    const id = await makeFlow(caller, codeFlow)
    flows.push(id)
    await server.anonymous().expect(200, 'POST', `/prediction/${id}`, { question: 'Hello' })
  })
  expect(owners).toEqual(workspaces.map((owner, index) => ({ owner, group: flows[index] })))
})
