const COLUMN_WIDTH = 300
const ROW_HEIGHT = 150

/** How a flow's LLM nodes reach the vendor. */
export interface FlowModel {
  baseUrl: string
  credentialId: string
  /** Whether the model sees the whole conversation. */
  remembers?: boolean
}

/** A vendor's chat model as a node of the catalogue, with the values of its params. */
export interface ChatModelChoice {
  node: string
  values: Record<string, unknown>
}

/** Start → Direct Reply, in the reference's wire form. */
export function replyFlow(): string {
  const reply = makeNode('directReplyAgentflow', 0, { directReplyMessage: 'You said {{question}}' })
  return chain([startNode(), reply])
}

/** Start → `count` LLM nodes in a row, in the reference's wire form. */
export function llmFlow({ baseUrl, credentialId, remembers }: FlowModel, count: number): string {
  const model: ChatModelChoice = {
    node: 'chatOpenAI',
    values: { modelName: 'gpt-4o-mini', basepath: baseUrl, FLOWISE_CREDENTIAL_ID: credentialId },
  }
  const memory = remembers === true ? { llmEnableMemory: true, llmMemoryType: 'allMessages' } : {}
  const steps = Array.from({ length: count }, (_, index) =>
    llmNode(index, model, {
      llmMessages: [{ role: 'user', content: `Step ${index + 1} of ${count}: {{question}}` }],
      ...memory,
    }),
  )
  return chain([startNode(), ...steps])
}

/** Start → Execute Flow, which asks another flow in the same chat. */
export function callingFlow(flowId: string): string {
  const inputs = { executeFlowSelectedFlow: flowId, executeFlowInput: '{{question}}' }
  return chain([startNode(), makeNode('executeFlowAgentflow', 0, inputs)])
}

/** Start → one LLM node with any chat model of the catalogue. */
export function modelFlow(model: ChatModelChoice): string {
  const messages = { llmMessages: [{ role: 'user', content: '{{question}}' }] }
  return chain([startNode(), llmNode(0, model, messages)])
}

/** `columns` × `rows` Direct Reply nodes below a Start, each row a chain. */
export function replyGrid(columns: number, rows: number): string {
  const start = startNode()
  const lines = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => ({
      ...makeNode('directReplyAgentflow', row * columns + column, {
        directReplyMessage: `Row ${row}, column ${column}: {{question}}`,
      }),
      position: { x: (column + 1) * COLUMN_WIDTH, y: row * ROW_HEIGHT },
    })),
  )
  const edges = lines.flatMap((line) => connect([start, ...line]))
  return JSON.stringify({ nodes: [start, ...lines.flat()], edges })
}

interface WireNode {
  id: string
  type: 'agentFlow'
  position: { x: number; y: number }
  data: object
}

function startNode(): WireNode {
  return makeNode('startAgentflow', 0, { startInputType: 'chatInput' })
}

function llmNode(index: number, { node, values }: ChatModelChoice, inputs: object): WireNode {
  return makeNode('llmAgentflow', index, {
    llmModel: node,
    llmModelConfig: { llmModel: node, ...values },
    llmReturnResponseAs: 'assistantMessage',
    ...inputs,
  })
}

function makeNode(name: string, index: number, inputs: object): WireNode {
  const id = `${name}_${index}`
  return { id, type: 'agentFlow', position: { x: 0, y: 0 }, data: { id, name, label: id, inputs } }
}

function chain(nodes: WireNode[]): string {
  const placed = nodes.map((node, index) => ({ ...node, position: { x: index * COLUMN_WIDTH, y: 0 } }))
  return JSON.stringify({ nodes: placed, edges: connect(nodes) })
}

function connect(nodes: WireNode[]): object[] {
  return nodes.slice(1).map((target, index) => {
    const source = nodes[index]?.id ?? ''
    const sourceHandle = `${source}-output-${source.split('_')[0]}`
    return {
      id: `${source}-${sourceHandle}-${target.id}-${target.id}`,
      source,
      sourceHandle,
      target: target.id,
      targetHandle: target.id,
      type: 'agentFlow',
      data: {},
    }
  })
}
