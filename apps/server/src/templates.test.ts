import type { Problem, Template } from '@runnel/contract'
import { type Turn, templateConversations } from '@runnel/contract/testing'
import { databaseKinds } from '@runnel/db/testing'
import { importFlow, validateFlow } from '@runnel/graph'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findIn, playScript, startTemplateWorld, type TemplateWorld } from './testing/template-world.ts'

interface Answer {
  text: string
  agentFlowExecutedData?: { nodeId: string }[]
}

type Labels = ReadonlyMap<string, string>

function labelsOf({ flowData = '' }: Template): Labels {
  const flow = JSON.parse(flowData) as { nodes: { id: string; data: { label: string } }[] }
  return new Map(flow.nodes.map(({ id, data }) => [id, data.label]))
}

/** What a person has to choose before a template runs. */
const TO_CHOOSE = ['credential_missing', 'param_missing']

describe.each(databaseKinds)('a flow from the template on %s', (kind) => {
  let world: TemplateWorld
  let templates: Template[]
  let documentsFlow: string

  beforeAll(async () => {
    world = await startTemplateWorld(kind)
    templates = await world.caller.expect<Template[]>(200, 'GET', '/marketplaces/templates')
    const { flowData = '' } = getTemplate('conversational-retrieval-qa-chain')
    documentsFlow = (await create('CHATFLOW', flowData)).id
  }, 60_000)

  afterAll(() => world.close())

  function getTemplate(id: string): Template {
    const template = templates.find((each) => each.id === id)
    if (!template) throw new Error(`There is no template ${id}`)
    return template
  }

  const create = (type: string, flowData: string) =>
    world.caller.expect<{ id: string; problems: Problem[] }>(200, 'POST', '/chatflows', {
      name: 'From a template',
      type,
      flowData,
    })

  test('every template has its conversation here', () => {
    expect(Object.keys(templateConversations).sort()).toEqual(templates.map(({ id }) => id).sort())
  })

  test.each(Object.entries(templateConversations))('%s: takes its path', async (id, turns) => {
    const template = getTemplate(id)
    const type = template.type === 'Chatflow' ? 'CHATFLOW' : 'AGENTFLOW'
    const made = await create(type, template.flowData ?? '')
    expect(made.problems.filter(({ code }) => !TO_CHOOSE.includes(code))).toEqual([])
    const flowData = world.fillIn(template, documentsFlow)
    await world.caller.expect(200, 'PUT', `/chatflows/${made.id}`, { flowData })
    const labelOf = labelsOf(template)
    for (const turn of turns) await takeTurn(made.id, turn, labelOf)
  })

  async function takeTurn(flowId: string, turn: Turn, labelOf: Labels): Promise<void> {
    playScript(world, turn.script)
    const before = countCalls()
    const { status, body, headers } = await world.caller.call<Answer>(
      'POST',
      `/internal-prediction/${flowId}`,
      {
        chatId: 'conversation',
        ...(turn.asks === undefined ? {} : { question: turn.asks }),
        ...(turn.answers === undefined ? {} : { humanInput: turn.answers }),
      },
    )
    expect([status, body]).toEqual([200, expect.anything()])
    expect(`${JSON.stringify(body)}\n${body.text}`).toContain(turn.answer)
    const executed = body.agentFlowExecutedData ?? (await listSteps(headers))
    expect(executed.map(({ nodeId }) => labelOf.get(nodeId)).join(' → ')).toBe(turn.path)
    expect(countCalls() - before).toBe(turn.script.length)
    const last = turn.script.at(-1)
    if (turn.seen !== undefined && last) {
      expect(JSON.stringify(world.vendors[last.vendor].requests.at(-1)?.body)).toContain(turn.seen)
    }
  }

  function countCalls(): number {
    return Object.values(world.vendors).reduce((sum, { requests }) => sum + requests.length, 0)
  }

  /** The steps of a chat flow, which its answers do not list. */
  async function listSteps(headers: Headers): Promise<{ nodeId: string }[]> {
    const path = `/executions/${headers.get('x-run-id')}/steps`
    const records = await world.caller.expect<{ nodeId: string; path: string }[]>(200, 'GET', path)
    return records.filter((record) => !record.path.includes('/'))
  }

  test('it is the same flow as the one that our canvas shows', async () => {
    const find = findIn(world.server)
    for (const { id, flowData = '' } of templates) {
      const shown = await world.caller.expect<Template>(200, 'GET', `/marketplaces/templates/${id}`)
      const { document, problems } = importFlow(flowData, find)
      expect([id, problems]).toEqual([id, []])
      expect(document.edges.map((edge) => edge.targetAnchor)).toEqual(
        shown.document?.edges.map((edge) => edge.targetAnchor),
      )
      expect(document.nodes.map(({ values }) => values)).toEqual(
        shown.document?.nodes.map(({ values }) => values),
      )
      expect(
        shown.document && validateFlow(shown.document, find).filter(({ severity }) => severity === 'error'),
      ).toEqual([])
    }
  })
})
