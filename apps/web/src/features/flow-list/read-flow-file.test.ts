import { expect, test } from 'vitest'
import { copyOfFlow } from './copy-of-flow.ts'
import { exportFileName } from './export-file-name.ts'
import { readFlowFile } from './read-flow-file.ts'

const agentNodes = { nodes: [{ data: { name: 'startAgentflow' } }], edges: [] }

test('a bare flow takes its name from the file and its kind from the list [S5-WIMP-01]', () => {
  const text = '{"nodes":[],"edges":[]}'
  const expected = { name: 'My flow', type: 'CHATFLOW', flowData: text }
  expect(readFlowFile(text, 'My flow Chatflow.json', 'chatflows')).toEqual(expected)
  expect(readFlowFile(text, 'My flow.JSON', 'agentflows')).toEqual({ ...expected, type: 'AGENTFLOW' })
})

test('a record tells its name and kind, a byte order mark is dropped', () => {
  const text = JSON.stringify({ name: ' Bills ', type: 'MULTIAGENT', flowData: '{"nodes":[]}' })
  expect(readFlowFile(`\uFEFF${text}`, 'x.json', 'chatflows')).toEqual({
    name: 'Bills',
    type: 'MULTIAGENT',
    flowData: text,
  })
})

test('a record tells whether its callers see the steps, and no other rule for them', () => {
  const record = (rules: object) =>
    JSON.stringify({ flowData: '{"nodes":[]}', apiConfig: JSON.stringify({ rateLimit: {}, ...rules }) })
  const read = (rules: object) => readFlowFile(record(rules), 'x.json', 'chatflows')?.apiConfig
  expect(read({ callersSeeSteps: true })).toBe('{"callersSeeSteps":true}')
  expect(read({ callersSeeSteps: false })).toBeUndefined()
  expect(read({})).toBeUndefined()
})

test.each([agentNodes, { flowData: agentNodes }, { flowData: JSON.stringify(agentNodes) }])(
  'a flow that begins at an agent start is an agent flow, wherever it is imported',
  (file) => {
    expect(readFlowFile(JSON.stringify(file), 'x.json', 'chatflows')?.type).toBe('AGENTFLOW')
  },
)

test.each(['Multi Agents', 'Sequential Agents'])(
  'a flow with nodes of %s is one of the older agents',
  (category) => {
    const file = {
      nodes: [{ data: { name: 'chatOpenAI' } }, { data: { name: 'other', category } }],
      edges: [],
    }
    expect(readFlowFile(JSON.stringify(file), 'x.json', 'agentflows')?.type).toBe('MULTIAGENT')
  },
)

test.each(['', '{oops', '[]', '"text"', 'null'])('what is no flow file is refused: %j', (text) => {
  expect(readFlowFile(text, 'x.json', 'chatflows')).toBeUndefined()
})

test('a file is named after the flow, without signs that file systems refuse', () => {
  expect(exportFileName({ name: 'Bills: A/B "new"?', type: 'CHATFLOW' })).toBe(
    'Bills- A-B -new-- Chatflow.json',
  )
  expect(exportFileName({ name: '   ', type: 'AGENTFLOW' })).toBe('Flow Agents.json')
})

test('a copy keeps the document and the settings, not what makes the original reachable', () => {
  const dates = { createdDate: '2026-01-01T00:00:00Z', updatedDate: '2026-01-01T00:00:00Z', workspaceId: 'w' }
  const document = { nodes: [], edges: [] }
  const flow = {
    ...dates,
    id: 'f',
    name: 'A',
    type: 'AGENTFLOW' as const,
    document,
    viewport: null,
    concurrency: 4,
    isPublic: true,
    mcpServerConfig: '{}',
    chatbotConfig: '{"a":1}',
    category: null,
    revision: 7,
  }
  expect(copyOfFlow(flow, 'A (copy)')).toEqual({
    name: 'A (copy)',
    copyOf: 'f',
    type: 'AGENTFLOW',
    document,
    viewport: null,
    concurrency: 4,
    chatbotConfig: '{"a":1}',
  })
})
