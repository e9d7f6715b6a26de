import { ROW_ID } from '@runnel/contract'
import { expect, test } from 'vitest'
import { findTestDefinition, makeDefinition, makeDocument, makeNode } from '../testing.ts'
import { exportFlow } from '../wire/export-flow.ts'
import { redactFlow } from './redact-flow.ts'
import { sanitizePublicFlow } from './sanitize-public-flow.ts'

const CANARY = 'CANARY-1f3a'
const settings = {
  agentSelectedTool: 'requestsGet',
  apiPassword: CANARY,
  schemaFile: `data:application/json;base64,${CANARY}`,
  headers: [{ [ROW_ID]: 'r0', key: 'x', value: CANARY }],
}
const document = makeDocument([
  makeNode('requestsGet_0', {
    values: {
      requestsGetUrl: 'https://example.com/kept',
      apiPassword: CANARY,
      schemaFile: CANARY,
      headers: [{ [ROW_ID]: 'r0', key: 'Accept', value: CANARY }],
      unknownParam: { deep: [{ credentialId: CANARY }], credential: CANARY },
    },
    credentials: { credential: CANARY },
    extra: {
      data: { more: { FLOWISE_CREDENTIAL_ID: CANARY } },
      credentialSpellings: { credential: ['data.credential', 'FLOWISE_CREDENTIAL_ID'] },
    },
  }),
  makeNode('agentAgentflow_0', {
    values: {
      agentModel: 'chatOpenAI',
      agentModelConfig: {
        modelName: 'kept',
        baseOptions: '{"Authorization":"Bearer abcdefghijklmnopqrstuvwxyz"}',
      },
      agentTools: [{ [ROW_ID]: 'r0', agentSelectedTool: 'requestsGet', agentSelectedToolConfig: settings }],
    },
    credentials: { agentModelConfig: CANARY, 'agentTools[r0].agentSelectedToolConfig': CANARY },
  }),
  makeNode('oldThing_0', {
    values: { pass: CANARY, kept: 'kept too', url: 'https://user:hunter2hunter@host/x' },
    foreignDefinition: { inputParams: [{ name: 'pass', label: 'Pass', type: 'password' }] },
    extra: { node: { selected: true } },
  }),
  makeNode('promptTemplate_0', { values: { template: 'Use sk-abcdefghijklmnopqrstuvwxyz123456 for {x}' } }),
])

test('a flow that leaves the house holds no secret, no credential and no selection [S5-FEXP-01 S5-FEXP-02 S5-FEXP-04 S5-FEXP-05 S9-CRED-01]', () => {
  const wire = exportFlow({ ...document, extra: { credentialId: CANARY, note: 'kept' } }, findTestDefinition)
  expect(JSON.stringify(wire)).toContain(CANARY)
  const clean = JSON.stringify(redactFlow(wire, findTestDefinition))
  expect(clean).not.toContain(CANARY)
  expect(clean).not.toMatch(/sk-abc|hunter2|Bearer abc|"selected":true/)
  expect(clean).toContain('https://example.com/kept')
  expect(clean).toContain('"modelName":"kept"')
  expect(clean).toContain('kept too')
  expect(clean).toContain('Use  for {x}')
  expect(clean).toContain('"key":"Accept"')
})

test('values of password, file and folder params are taken out, whatever they hold [S5-FEXP-01..03]', () => {
  const types = ['password', 'file', 'folder', 'string']
  const teller = makeDefinition({
    name: 'teller',
    label: 'Teller',
    category: 'Chains',
    baseClasses: ['Teller'],
    inputs: types.map((type) => ({ name: type, label: type, type })),
  })
  const find = (type: string) => (type === 'teller' ? teller : findTestDefinition(type))
  const held = ['data:text/plain;base64,QQ==', ['data:a', 'data:b'], '["data:a"]']
  for (const value of held) {
    const values = Object.fromEntries(types.map((type) => [type, value]))
    const wire = redactFlow(exportFlow(makeDocument([makeNode('teller_0', { values })]), find), find)
    const [node] = wire.nodes as unknown as [{ data: { inputs: Record<string, unknown> } }]
    const { inputs } = node.data
    expect(inputs.string).toEqual(value)
    for (const type of ['password', 'file', 'folder'])
      expect(JSON.stringify(inputs[type] ?? '')).not.toContain('data:')
  }
})

test('a header that by its name holds a secret loses its value, whatever it looks like', () => {
  const cell = (name: string) => ({ name, label: name, type: 'string' })
  const headers = { name: 'headers', label: 'Headers', type: 'array', array: [cell('key'), cell('value')] }
  const rows = ['Authorization', 'X-Api-Key', 'Cookie', 'Accept'].map((key) => ({ key, value: `of ${key}` }))
  const http = makeNode('httpThing_0', {
    values: { headers: rows.map((row, index) => ({ ...row, [ROW_ID]: `r${index}` })) },
    foreignDefinition: { inputParams: [headers] },
  })
  const wire = exportFlow(makeDocument([http]), findTestDefinition)
  expect(redactFlow(wire, findTestDefinition).nodes[0]).toMatchObject({
    data: { inputs: { headers: rows.map((row) => (row.key === 'Accept' ? row : { ...row, value: '' })) } },
  })
})

test('redaction leaves what is no secret as it is', () => {
  const plain = exportFlow(
    makeDocument([
      makeNode('promptTemplate_0', { values: { template: 'Talk about tokens, passwords and sk-ills.' } }),
    ]),
    findTestDefinition,
  )
  expect(redactFlow(plain, findTestDefinition)).toEqual(plain)
})

test('the public gets only the input type and the form of the start', () => {
  const start = makeNode('startAgentflow_0', {
    values: {
      startInputType: 'formInput',
      formTitle: 'T',
      formInputTypes: [{ [ROW_ID]: 'r0', name: 'a' }],
      startState: [{ key: 'secret', value: CANARY }],
    },
  })
  expect(
    JSON.parse(
      sanitizePublicFlow(
        makeDocument([start, makeNode('llmAgentflow_0', { values: { llmUserMessage: CANARY } })]),
        findTestDefinition,
      ),
    ),
  ).toEqual({
    nodes: [
      {
        id: 'startAgentflow_0',
        data: {
          id: 'startAgentflow_0',
          name: 'startAgentflow',
          inputs: { startInputType: 'formInput', formTitle: 'T', formInputTypes: [{ name: 'a' }] },
        },
      },
    ],
    edges: [],
  })
  expect(sanitizePublicFlow(document, findTestDefinition)).toBe('{"nodes":[],"edges":[]}')
})

test.each([
  ['as an object', (headers: object) => headers],
  ['as a text', (headers: object) => JSON.stringify(headers)],
  ['one level down', (headers: object) => ({ baseOptions: headers })],
])('headers in a JSON param lose what by its name is a secret, %s', (_name, form) => {
  const headers = {
    Authorization: 'Basic dXNlcjpodW50ZXI=',
    'x-accesstoken': 'canary',
    clientsecret: 'canary',
    sessionid: 'canary',
    jwt: 'canary',
    'x-region': 'eu',
  }
  const model = makeNode('chatOpenAI_0', {
    values: { modelName: 'kept', baseOptions: form(headers) as never },
  })
  const clean = JSON.stringify(
    redactFlow(exportFlow(makeDocument([model]), findTestDefinition), findTestDefinition),
  )
  expect(clean).not.toMatch(/canary|dXNlcjpodW50ZXI/)
  expect(clean).toMatch(/x-region\W+eu/)
})
