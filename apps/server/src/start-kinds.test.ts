import type { JsonObject, NodeDefinition } from '@runnel/contract'
import { visibleInputs } from '@runnel/graph'
import { nodeCatalogue } from '@runnel/nodes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentEdge, agentNode } from './testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from './testing/make-flow.ts'

/** Flows that a webhook or a schedule starts come whole from Flowise and leave whole, though nothing starts them yet. */

function startOf(): NodeDefinition {
  const start = nodeCatalogue.find(({ definition }) => definition.name === 'startAgentflow')
  if (!start) throw new Error('There is no start to test with.')
  return start.definition
}

describe('the params of a start', () => {
  const { inputs } = startOf()
  const shownFor = (values: JsonObject) => visibleInputs({ values }, startOf()).map(({ name }) => name)
  const always = ['startInputType', 'startEphemeralMemory', 'startState', 'startPersistState']

  test('of a webhook are those of the reference, each shown with what it belongs to', () => {
    const webhook = { startInputType: 'webhookTrigger' }
    const plain = [
      'webhookMethod',
      'webhookContentType',
      'webhookURL',
      'webhookInputMode',
      'webhookDefaultInput',
      'webhookEnableAuth',
      'webhookResponseMode',
      'webhookEnableValidation',
    ]
    expect(new Set(shownFor(webhook))).toEqual(new Set([...always, ...plain]))
    const more = { webhookEnableAuth: true, webhookResponseMode: 'async', webhookEnableValidation: true }
    const added = shownFor({ ...webhook, ...more }).filter((name) => !shownFor(webhook).includes(name))
    expect(added).toEqual([
      'webhookSecret',
      'webhookSignatureHeader',
      'webhookSignatureType',
      'callbackUrl',
      'callbackSecret',
      'webhookQueryParams',
      'webhookBodyParams',
      'webhookHeaderParams',
    ])
    expect(shownFor({ ...webhook, webhookInputMode: 'none' })).not.toContain('webhookDefaultInput')
  })

  test.each([
    [{}, ['scheduleDefaultInput']],
    [{ scheduleType: 'cronExpression' }, ['scheduleCronExpression', 'scheduleDefaultInput']],
    [{ scheduleFrequency: 'hourly' }, ['scheduleOnMinute', 'scheduleDefaultInput']],
    [{ scheduleFrequency: 'daily' }, ['scheduleOnTime', 'scheduleDefaultInput']],
    [{ scheduleFrequency: 'weekly' }, ['scheduleOnTime', 'scheduleOnDayOfWeek', 'scheduleDefaultInput']],
    [{ scheduleFrequency: 'monthly' }, ['scheduleOnTime', 'scheduleOnDayOfMonth', 'scheduleDefaultInput']],
    [{ scheduleInputMode: 'form' }, ['scheduleFormInputTypes', 'scheduleFormDefaults']],
    [{ scheduleInputMode: 'none' }, []],
  ])('of a schedule are those of the reference: %j shows %j', (values, names) => {
    const common = [
      'scheduleType',
      'scheduleFrequency',
      'scheduleEndDate',
      'scheduleTimezone',
      'scheduleInputMode',
    ]
    const isCron = 'scheduleType' in values
    const shown = shownFor({ startInputType: 'scheduleInput', ...values })
    const expected = [
      ...always,
      ...names,
      ...common.filter((name) => !isCron || name !== 'scheduleFrequency'),
    ]
    expect(new Set(shown)).toEqual(new Set(expected))
  })

  test('belong to nothing that callers may set', () => {
    const own = inputs.filter(({ name }) => /^(webhook|schedule|callback)/.test(name))
    expect(own).toHaveLength(29)
    expect(own.filter(({ overridable }) => overridable === true)).toEqual([])
  })
})

const STARTS: Record<string, JsonObject> = {
  webhook: {
    startInputType: 'webhookTrigger',
    webhookMethod: 'PUT',
    webhookContentType: 'application/x-www-form-urlencoded',
    webhookURL: 'https://old.example/api/v1/webhook/1',
    webhookInputMode: 'payload',
    webhookEnableAuth: true,
    webhookSignatureHeader: 'x-hub-signature-256',
    webhookSignatureType: 'plain-token',
    webhookResponseMode: 'async',
    callbackUrl: 'https://calls.example/back',
    webhookEnableValidation: true,
    webhookQueryParams: [{ name: 'from', required: true }],
    webhookBodyParams: [
      { name: 'ids', type: 'array[number]', required: false },
      { name: 'of', type: 'object', required: true },
    ],
    webhookHeaderParams: [{ name: 'x-shop', required: true }],
    inventedLater: { kept: ['as', 'it', 'came'] },
  },
  schedule: {
    startInputType: 'scheduleInput',
    scheduleType: 'visualPicker',
    scheduleFrequency: 'monthly',
    scheduleOnTime: '09:30',
    scheduleOnDayOfMonth: '1,15,L',
    scheduleEndDate: '2027-01-31T00:00:00.000Z',
    scheduleTimezone: 'Europe/Berlin',
    scheduleInputMode: 'form',
    scheduleFormInputTypes: [{ type: 'options', label: 'Size', name: 'size', addOptions: [{ option: 'L' }] }],
    scheduleFormDefaults: '{"size":"L"}',
  },
}

describe('a flow that begins otherwise', () => {
  let scene: VendorServer
  beforeAll(async () => {
    scene = await startVendorServer({ kind: 'sqlite' })
  })
  afterAll(() => scene.stop())

  const make = (values: JsonObject) =>
    makeFlow(scene.administrator, {
      nodes: [
        agentNode('startAgentflow_0', 'startAgentflow', values),
        agentNode('directReplyAgentflow_0', 'directReplyAgentflow', { directReplyMessage: 'Hello.' }),
      ],
      edges: [agentEdge('startAgentflow_0', 'directReplyAgentflow_0')],
    })

  test.each(Object.entries(STARTS))('by a %s keeps all its settings', async (_kind, values) => {
    const id = await make(values)
    const { flowData } = await scene.administrator.expect<{ flowData: string }>(
      200,
      'GET',
      `/chatflows/${id}`,
    )
    const { nodes }: { nodes: { id: string; data: { inputs: JsonObject } }[] } = JSON.parse(flowData)
    expect(nodes.find((node) => node.id === 'startAgentflow_0')?.data.inputs).toMatchObject(values)
  })

  test.each([
    ['webhook', 'Webhook'],
    ['schedule', 'Schedule'],
  ])('by a %s says at its node what does not work yet, and is no chat by mistake', async (kind, choice) => {
    const id = await make(STARTS[kind] ?? {})
    const checked = await scene.administrator.expect<{ id: string; issues: string[] }[]>(
      200,
      'GET',
      `/validation/${id}`,
    )
    const issues = checked.find((node) => node.id === 'startAgentflow_0')?.issues ?? []
    expect(issues.filter((issue) => issue.includes(`is set to "${choice}"`))).toHaveLength(1)
    const { status, body } = await scene.administrator.call<{ message: string }>(
      'POST',
      `/prediction/${id}`,
      {
        question: 'Hello?',
      },
    )
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.message).toContain(`starts by a ${kind}, which this version cannot run yet`)
  })
})

test('what begins a flow is told of all four kinds, of which those that come later are offered nowhere', () => {
  const kind = startOf().inputs.find(({ name }) => name === 'startInputType')
  expect(kind?.options?.map(({ name, comesLater = false }) => [name, comesLater])).toEqual([
    ['chatInput', false],
    ['formInput', false],
    ['webhookTrigger', true],
    ['scheduleInput', true],
  ])
})
