const COLUMN_WIDTH = 300

/** How a flow's LLM nodes reach the vendor. */
export interface FlowModel {
  baseUrl: string
  credentialId: string
}

/** Start → Direct Reply, in the reference's wire form. */
export function replyFlow(): string {
  const reply = makeNode('directReplyAgentflow', 0, { directReplyMessage: 'You said {{question}}' })
  return chain([startNode(), reply])
}

/** Start → `count` LLM nodes in a row, in the reference's wire form. */
export function llmFlow({ baseUrl, credentialId }: FlowModel, count: number): string {
  const steps = Array.from({ length: count }, (_, index) =>
    makeNode('llmAgentflow', index, {
      llmModel: 'chatOpenAI',
      llmModelConfig: {
        llmModel: 'chatOpenAI',
        modelName: 'gpt-4o-mini',
        basepath: baseUrl,
        FLOWISE_CREDENTIAL_ID: credentialId,
      },
      llmMessages: [{ role: 'user', content: `Step ${index + 1} of ${count}: {{question}}` }],
      llmReturnResponseAs: 'assistantMessage',
    }),
  )
  return chain([startNode(), ...steps])
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

function makeNode(name: string, index: number, inputs: object): WireNode {
  const id = `${name}_${index}`
  return { id, type: 'agentFlow', position: { x: 0, y: 0 }, data: { id, name, label: id, inputs } }
}

function chain(nodes: WireNode[]): string {
  const placed = nodes.map((node, index) => ({ ...node, position: { x: index * COLUMN_WIDTH, y: 0 } }))
  const edges = nodes.slice(1).map((target, index) => {
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
  return JSON.stringify({ nodes: placed, edges })
}
