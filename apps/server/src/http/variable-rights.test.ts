import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const VALUE = 'value-of-the-secret-town'

/** Start → function. */
function codeFlow(source: string) {
  const [start, code] = ['startAgentflow_0', 'customFunctionAgentflow_0'] as const
  return {
    nodes: [
      agentNode(start, 'startAgentflow', { startInputType: 'chatInput' }),
      agentNode(code, 'customFunctionAgentflow', { customFunctionJavascriptFunction: source }),
    ],
    edges: [agentEdge(start, code)],
  }
}

describe.each(databaseKinds)('variables and who may view them, on %s', (kind) => {
  let server: TestServer
  let administrator: TestCaller
  let author: TestCaller

  beforeAll(async () => {
    server = await startTestServer({ kind })
    administrator = await server.administrator()
    for (const [name, value] of [
      ['secretTown', VALUE],
      ['town', 'Ulm'],
    ])
      await administrator.expect(200, 'POST', '/variables', { name, value, type: 'static' })
    author = await server.withKey(['agentflows:create', 'agentflows:update'])
  })

  afterAll(() => server.stop())

  const save = (id: string, flow: object, caller = author) =>
    caller.call('PUT', `/chatflows/${id}`, { flowData: JSON.stringify(flow) })
  const answerOf = async (id: string) =>
    (await server.anonymous().call('POST', `/prediction/${id}`, { question: 'x' })).text
  const refusal = { status: 403, body: { code: 'forbidden', message: expect.stringContaining('$vars') } }

  test.each([
    ['text', replyFlow('{{$vars.secretTown}}')],
    ['text of the rich editor', replyFlow('<span data-type="mention" data-id="$vars.secretTown">x</span>')],
    ['code', codeFlow('return $vars.secretTown')],
    ['value under the name of a row', replyFlow({ $row: '{{$vars.secretTown}}' })],
    ['value of a row without a number', replyFlow([{ $row: '{{$vars.secretTown}}' }])],
    ['code that takes all', codeFlow('return Object.values($vars).join()')],
  ])('who may not view them saves no %s that names them', async (_what, flow) => {
    const id = await makeFlow(author, replyFlow())
    expect(await save(id, flow)).toMatchObject(refusal)
    const body = { name: 'x', type: 'AGENTFLOW', flowData: JSON.stringify(flow) }
    expect(await author.call('POST', '/chatflows', body)).toMatchObject(refusal)
    expect(await answerOf(id)).not.toContain(VALUE)
    expect((await save(id, flow, administrator)).status).toBe(200)
  })

  test.each([
    ['signs of HTML', '<p>In {{&#36;vars.secretTown}}</p>'],
    ['tags', '<p>In {{$<u>vars.secretTown</u>}}</p>'],
    ['a mention', '<p><span data-type="mention" data-id="&#36;vars.secretTown">x</span></p>'],
  ])('a name that only %s make is none, also beside code that loads variables', async (_how, text) => {
    const flow = codeFlow('return 1')
    const reply = ['directReplyAgentflow_0', 'directReplyAgentflow'] as const
    flow.nodes.push(agentNode(...reply, { directReplyMessage: text }))
    flow.edges.push(agentEdge('customFunctionAgentflow_0', reply[0]))
    const id = await makeFlow(author, flow)
    const answer = await answerOf(id)
    expect(answer).not.toContain(VALUE)
    expect(answer).toContain('vars.secretTown')
  })

  test('what others wrote about them stays where it is, and goes nowhere else', async () => {
    const id = await makeFlow(administrator, replyFlow('In {{$vars.secretTown}}'))
    const flow = replyFlow('In {{$vars.secretTown}}')
    const [start, reply] = flow.nodes
    if (!start || !reply) throw new Error('The flow has two nodes')
    start.data.label = 'Begin'
    expect((await save(id, flow)).status).toBe(200)
    const other = agentNode(
      'directReplyAgentflow_1',
      'directReplyAgentflow',
      reply.data.inputs as Record<string, unknown>,
    )
    expect(await save(id, { ...flow, nodes: [...flow.nodes, other] })).toMatchObject(refusal)
    expect(await save(id, replyFlow('Now in {{$vars.secretTown}}'))).toMatchObject(refusal)
  })

  test('a function is given those that its source names, and no other', async () => {
    const source = 'return JSON.stringify([$vars.town, Object.keys($vars), $vars["secret" + "Town"] ?? null])'
    const id = await makeFlow(administrator, codeFlow(source))
    const { text } = JSON.parse(await answerOf(id)) as { text: string }
    expect(JSON.parse(text)).toEqual(['Ulm', ['town'], null])
  })
})
