import { type ApiCaller, openApi } from './call-api.ts'

/** How much an installation holds. */
export type Amount = 'few' | 'many'

const FLOWS: Record<Amount, number> = { few: 3, many: 60 }
const KEYS: Record<Amount, number> = { few: 2, many: 14 }
/** Credentials and variables. */
const THINGS: Record<Amount, number> = { few: 2, many: 14 }
const RUNS: Record<Amount, number> = { few: 3, many: 30 }
const SUBJECTS = ['Support desk', 'Contracts reader', 'Release notes', 'Invoices', 'Travel plans']

const DEMO = { llmModel: 'chatDemo', llmModelConfig: { llmModel: 'chatDemo', delayMs: 0 } }

/** An agent flow that asks the Demo model, as the API takes it. */
function triage() {
  const node = (name: string, x: number, inputs: object) => ({
    id: `${name}_0`,
    type: 'agentFlow',
    position: { x, y: 160 },
    data: { id: `${name}_0`, name, label: name.replace('Agentflow', ''), inputs, outputs: {} },
  })
  const edge = (source: string, target: string) => ({
    id: `${source}-${target}`,
    source,
    target,
    sourceHandle: `${source}-output-${source.replace(/_\d+$/, '')}`,
    targetHandle: target,
    type: 'agentFlow',
  })
  return {
    nodes: [
      node('startAgentflow', 60, { startInputType: 'chatInput' }),
      node('llmAgentflow', 400, DEMO),
      node('directReplyAgentflow', 740, {
        directReplyMessage: '{{llmAgentflow_0}}',
      }),
    ],
    edges: [edge('startAgentflow_0', 'llmAgentflow_0'), edge('llmAgentflow_0', 'directReplyAgentflow_0')],
  }
}

/** What an installation was filled with. */
export interface Filled {
  /** An agent flow that has run. */
  agentflowId: string
}

/** Makes an agent flow that nobody has worked on, of three cards called `start`, `llm` and `directReply`, and gives its id. */
export async function makeAgentflow(api: ApiCaller, name = 'Triage of tickets'): Promise<string> {
  return (await createFlow(api, { name, type: 'AGENTFLOW', flowData: JSON.stringify(triage()) })).id
}

/** Fills an installation with flows, keys and runs over its API. */
export async function fillInstallation(address: string, amount: Amount): Promise<Filled> {
  const api = await openApi(address)
  const agentflowId = await makeAgentflow(api)
  for (let index = 0; index < FLOWS[amount]; index++) {
    const subject = SUBJECTS[index % SUBJECTS.length] ?? 'Flow'
    await createFlow(api, {
      name: `${subject} ${index + 1}`,
      type: 'CHATFLOW',
      flowData: '{"nodes":[],"edges":[]}',
    })
    await makeAgentflow(api, `${subject} agent ${index + 1}`)
  }
  for (let index = 0; index < KEYS[amount]; index++) {
    await api.post('/apikey', { keyName: `Program ${index + 1}`, permissions: ['chatflows:view'] })
  }
  await addThings(api, THINGS[amount])
  for (let index = 0; index < RUNS[amount]; index++) {
    await api.post(`/internal-prediction/${agentflowId}`, {
      question: `Ticket ${index + 1}: the door squeaks`,
    })
  }
  return { agentflowId }
}

function createFlow(api: ApiCaller, body: { name: string; type: string; flowData: string }) {
  return api.post<{ id: string }>('/chatflows', body)
}

/** Credentials and variables of several types, of which a flow uses the first. */
async function addThings(api: ApiCaller, amount: number): Promise<void> {
  const types = [
    { credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-1' } },
    { credentialName: 'anthropicApi', plainDataObj: { anthropicApiKey: 'sk-2' } },
    { credentialName: 'httpBearerToken', plainDataObj: { token: 'sk-3' } },
  ]
  const ids: string[] = []
  for (let index = 0; index < amount; index++) {
    const name = `Account of ${SUBJECTS[index % SUBJECTS.length]} ${index + 1}`
    const made = await api.post<{ id: string }>('/credentials', { name, ...types[index % types.length] })
    ids.push(made.id)
    const value = index % 3 === 1 ? '' : `https://service-${index}.example/${'a-longer-path/'.repeat(index)}`
    const type = index % 3 === 2 ? 'runtime' : 'static'
    await api.post('/variables', { name: `address_of_service_${index + 1}`, type, value })
  }
  const inputs = { systemMessage: 'Ask {{$vars.address_of_service_1}}' }
  const data = { id: 'chatOpenAI_0', name: 'chatOpenAI', label: 'OpenAI', inputs, credential: ids[0] }
  const node = { id: data.id, type: 'customNode', position: { x: 0, y: 0 }, data }
  const flowData = JSON.stringify({ nodes: [node], edges: [] })
  await createFlow(api, { name: 'Asks a service', type: 'CHATFLOW', flowData })
}
