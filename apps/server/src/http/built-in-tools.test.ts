import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, openAIConfig } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe.each(databaseKinds)('what OpenAI runs itself for an agent, on %s', (kind) => {
  let scene: VendorServer
  let flowId: string
  beforeAll(async () => {
    scene = await startVendorServer({ kind, containerFiles: { 'c1/f1': 'a,b' } })
    const agent = agentNode('agentAgentflow_0', 'agentAgentflow', {
      agentModel: 'chatOpenAI',
      agentModelConfig: { agentModel: 'chatOpenAI', ...openAIConfig(scene.vendor, scene.credentialId) },
      agentToolsBuiltInOpenAI: '["image_generation","web_search_preview"]',
      agentReturnResponseAs: 'userMessage',
    })
    const start = agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' })
    const edges = [agentEdge('startAgentflow_0', 'agentAgentflow_0')]
    flowId = await makeFlow(scene.administrator, { nodes: [start, agent], edges })
  })
  afterAll(() => scene.stop())

  const answer = {
    items: [
      { type: 'web_search_call', action: { type: 'search', query: 'cats' } },
      { type: 'image_generation_call', result: PICTURE },
    ],
    text: 'A cat.',
    annotations: [
      { type: 'url_citation', url: 'https://cats.example/', title: 'Cats', start_index: 0, end_index: 1 },
    ],
  }

  test('is answered with its sources and pictures, which are kept with the conversation', async () => {
    scene.vendor.respondWith(answer)
    const { chatId } = await scene.administrator.expect<{ chatId: string }>(
      200,
      'POST',
      `/prediction/${flowId}`,
      {
        question: 'Draw a cat.',
      },
    )
    const messages = await scene.administrator.expect<{ artifacts?: { data: string }[] }[]>(
      200,
      'GET',
      `/chatmessage/${flowId}?chatId=${chatId}`,
    )
    expect(messages[1]).toMatchObject({
      content: 'A cat.',
      usedTools: [{ tool: 'web_search_preview' }, { tool: 'image_generation' }],
      sourceDocuments: [{ metadata: { source: 'https://cats.example/', title: 'Cats' } }],
      artifacts: [{ type: 'png', data: expect.stringMatching(/^FILE-STORAGE::picture-[0-9a-f]{10}\.png$/) }],
    })
    const name = messages[1]?.artifacts?.[0]?.data.slice('FILE-STORAGE::'.length)
    const address = `/api/v1/get-upload-file?chatflowId=${flowId}&chatId=${chatId}&fileName=${name}`
    const picture = await fetch(scene.server.origin + address)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(PICTURE)
  })

  test('is answered with the files that code wrote, which callers are told of as annotations', async () => {
    scene.vendor.respondWith({
      items: [{ type: 'code_interpreter_call', code: 'print(1)', container_id: 'c1', outputs: [] }],
      text: 'Here is the table.',
      annotations: [
        {
          type: 'container_file_citation',
          container_id: 'c1',
          file_id: 'f1',
          filename: 'table.csv',
          start_index: 0,
          end_index: 1,
        },
      ],
    })
    const question = { question: 'Count them.', chatId: 'of-the-table', streaming: true }
    const { text } = await scene.administrator.call('POST', `/prediction/${flowId}`, question)
    const told = text.split('\n').filter((line) => line.includes('"event":"fileAnnotations"'))
    const files = [{ filePath: 'FILE-STORAGE::table.csv', fileName: 'table.csv' }]
    expect(told.map((line) => JSON.parse(line.slice('data:'.length)).data)).toEqual([files])
    const messages = await scene.administrator.expect<object[]>(
      200,
      'GET',
      `/chatmessage/${flowId}?chatId=of-the-table`,
    )
    expect(messages[1]).toMatchObject({ content: 'Here is the table.', fileAnnotations: files })
    const address = `/api/v1/get-upload-file?chatflowId=${flowId}&chatId=of-the-table&fileName=table.csv`
    expect(await (await fetch(scene.server.origin + address)).text()).toBe('a,b')
  })

  test.each(['agentAsTool', 'ChatflowTool'])(
    'is part of the answer of an outer flow that calls the agent by %s, whose message has its files',
    async (tool) => {
      const flow = { selectedAgentflow: flowId, selectedChatflow: flowId }
      const settings = { name: 'ask_maker', description: 'Makes tables.', ...flow }
      const agent = agentNode('agentAgentflow_0', 'agentAgentflow', {
        agentModel: 'chatOpenAI',
        agentModelConfig: { agentModel: 'chatOpenAI', ...openAIConfig(scene.vendor, scene.credentialId) },
        agentTools: [
          { agentSelectedTool: tool, agentSelectedToolConfig: { agentSelectedTool: tool, ...settings } },
        ],
      })
      const start = agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' })
      const edges = [agentEdge('startAgentflow_0', 'agentAgentflow_0')]
      const outer = await makeFlow(scene.administrator, { nodes: [start, agent], edges })
      scene.vendor.respondWith(
        { toolCalls: [{ id: 'call_1', name: 'ask_maker', input: { input: 'Count.' } }] },
        {
          items: [
            { type: 'image_generation_call', result: PICTURE },
            { type: 'code_interpreter_call', code: 'print(1)', container_id: 'c1', outputs: [] },
          ],
          text: 'Made.',
          annotations: [
            {
              type: 'container_file_citation',
              container_id: 'c1',
              file_id: 'f1',
              filename: 'table.csv',
              start_index: 0,
              end_index: 1,
            },
          ],
        },
        { text: 'There it is.' },
      )
      const question = { question: 'Count them.', chatId: `outer-${tool}`, streaming: true }
      const { text } = await scene.administrator.call('POST', `/prediction/${outer}`, question)
      const told = (name: string) => text.split('\n').filter((line) => line.includes(`"event":"${name}"`))
      expect(told('fileAnnotations')).toHaveLength(1)
      expect(told('artifacts')).toHaveLength(1)
      const messages = await scene.administrator.expect<object[]>(
        200,
        'GET',
        `/chatmessage/${outer}?chatId=outer-${tool}`,
      )
      expect(messages[1]).toMatchObject({
        content: 'There it is.',
        fileAnnotations: [{ filePath: 'FILE-STORAGE::table.csv', fileName: 'table.csv' }],
        artifacts: [{ type: 'png' }],
      })
      const address = `/api/v1/get-upload-file?chatflowId=${outer}&chatId=outer-${tool}&fileName=table.csv`
      expect(await (await fetch(scene.server.origin + address)).text()).toBe('a,b')
    },
  )

  test('is streamed with them, each told once', async () => {
    scene.vendor.respondWith(answer)
    const question = { question: 'Draw a cat.', streaming: true }
    const { text } = await scene.administrator.call('POST', `/prediction/${flowId}`, question)
    const events = text
      .split('\n')
      .flatMap((line) => (line.startsWith('data:{') ? [JSON.parse(line.slice('data:'.length))] : []))
    expect(events.filter(({ event }) => event === 'artifacts')).toHaveLength(1)
    expect(events.filter(({ event }) => event === 'sourceDocuments')).toHaveLength(1)
    expect(
      events
        .filter(({ event }) => event === 'token')
        .map(({ data }) => data)
        .join(''),
    ).toBe('A cat.')
  })
})
