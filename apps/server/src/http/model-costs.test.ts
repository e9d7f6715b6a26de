import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Execution, ExecutionStep, ParamOption } from '@runnel/contract'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, openAIConfig } from '../testing/example-flows.ts'
import { makeCredential, makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const file = join(tmpdir(), `models-${process.pid}.json`)
const usage = { prompt: 1000, completion: 500 }

function listModels(...models: object[]): void {
  writeFileSync(file, JSON.stringify({ chat: [{ name: 'chatOpenAI', models }] }))
}

describe('models and prices of the operator', () => {
  let vendor: FakeOpenAI
  let server: TestServer
  let administrator: TestCaller
  let credentialId: string
  const logLines: string[] = []

  beforeAll(async () => {
    listModels({ name: 'gpt-operator', label: 'Ours', input_cost: 0.000_001, output_cost: 0.000_002 })
    vendor = await startFakeOpenAI({ respond: () => ({ text: 'Hello', usage }) })
    server = await startTestServer({
      env: { MODEL_LIST_CONFIG_JSON: file },
      leads: { 'api.openai.com': `http://${vendor.host}` },
      onLogLine: (line) => logLines.push(line),
    })
    administrator = await server.administrator()
    credentialId = await makeCredential(administrator)
  })
  afterAll(async () => {
    await server.stop()
    await vendor.close()
    rmSync(file, { force: true })
  })
  beforeEach(() => {
    vendor.requests.length = 0
  })

  const offered = async () =>
    (
      await administrator.expect<ParamOption[]>(200, 'POST', '/node-load-method/chatOpenAI', {
        loadMethod: 'listModels',
        credential: credentialId,
      })
    ).map(({ name }) => name)

  async function run(modelName: string): Promise<{ run: Execution; steps: ExecutionStep[] }> {
    const [start, llm] = ['startAgentflow_0', 'llmAgentflow_0'] as const
    const config = { ...openAIConfig(vendor, credentialId), modelName, basepath: '' }
    const flowId = await makeFlow(administrator, {
      nodes: [
        agentNode(start, 'startAgentflow', { startInputType: 'chatInput' }),
        agentNode(llm, 'llmAgentflow', { llmModel: 'chatOpenAI', llmModelConfig: config }),
      ],
      edges: [agentEdge(start, llm)],
    })
    const { headers } = await administrator.call('POST', `/internal-prediction/${flowId}`, { question: 'Hi' })
    const id = headers.get('x-run-id') ?? ''
    return {
      run: await administrator.expect(200, 'GET', `/executions/${id}`),
      steps: await administrator.expect(200, 'GET', `/executions/${id}/steps`),
    }
  }
  const usageOf = ({ executionData = '' }: Execution) =>
    JSON.parse(executionData).at(-1).data.output.usageMetadata

  test('are offered in place of those of the vendor, who is not asked', async () => {
    expect(await offered()).toEqual(['gpt-operator'])
    expect(vendor.requests).toEqual([])
  })

  test('say what a run cost: in its steps, in all, and on the wire', async () => {
    const { run: done, steps } = await run('gpt-operator')
    expect(done.totalCost).toBeCloseTo(0.002, 10)
    expect(usageOf(done)).toMatchObject({
      input_tokens: 1000,
      input_cost: 0.001,
      output_cost: 0.001,
      total_cost: 0.002,
      base_input_cost: 0.000_001,
      base_output_cost: 0.000_002,
    })
    expect(steps.find(({ kind }) => kind === 'model')?.usage).toMatchObject({
      inputCost: 0.001,
      outputCost: 0.001,
    })
  })

  test('of a name that is typed in, a price that Runnel brings counts, and none where there is none', async () => {
    expect((await run('gpt-4o-mini-2024-07-18')).run.totalCost).toBeCloseTo(0.000_45, 10)
    const { run: unknown, steps } = await run('gpt-of-nobody')
    expect(unknown).not.toHaveProperty('totalCost')
    expect(usageOf(unknown)).not.toHaveProperty('total_cost')
    expect(steps.every(({ usage: told }) => told === null || !('inputCost' in told))).toBe(true)
  })

  test('are read again without a restart; a broken list leaves the last good one, and the log says so', async () => {
    writeFileSync(file, '{"chat": [')
    await expect
      .poll(async () => [await offered(), logLines.join('')])
      .toEqual([['gpt-operator'], expect.stringContaining('it is no JSON')])
    listModels({ name: 'gpt-next', label: 'Next' })
    await expect.poll(offered).toEqual(['gpt-next'])
  })

  test('that are added stand before those that Runnel knows, and overwrite their prices', async () => {
    const price = { input_cost: 0.000_003, output_cost: 0 }
    const models = [
      { name: 'gpt-added', label: 'Added', ...price },
      { name: 'gpt-4o-mini', label: 'Mini', ...price },
    ]
    writeFileSync(file, JSON.stringify({ chat: [{ name: 'chatOpenAI', adds: true, models }] }))
    await expect.poll(async () => (await offered()).slice(0, 2)).toEqual(['gpt-added', 'gpt-4o-mini'])
    expect((await offered()).length).toBeGreaterThan(5)
    expect((await offered()).filter((name) => name === 'gpt-4o-mini')).toHaveLength(1)
    expect((await run('gpt-4o-mini')).run.totalCost).toBeCloseTo(0.003, 10)
  })
})
