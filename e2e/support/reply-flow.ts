import type { ApiCaller } from './call-api.ts'

/** Makes an agent flow that answers with a text, and gives its id. */
export async function makeReplyFlow(api: ApiCaller, name: string, reply: string): Promise<string> {
  const node = (type: string, inputs: object) => ({
    id: `${type}_0`,
    type: 'agentFlow',
    position: { x: 60, y: 160 },
    data: { id: `${type}_0`, name: type, label: type, inputs, outputs: {} },
  })
  const flowData = {
    nodes: [
      node('startAgentflow', { startInputType: 'chatInput' }),
      node('directReplyAgentflow', { directReplyMessage: reply }),
    ],
    edges: [
      {
        id: 'start-reply',
        source: 'startAgentflow_0',
        target: 'directReplyAgentflow_0',
        sourceHandle: 'startAgentflow_0-output-startAgentflow',
        targetHandle: 'directReplyAgentflow_0',
        type: 'agentFlow',
      },
    ],
  }
  const body = { name, type: 'AGENTFLOW', flowData: JSON.stringify(flowData) }
  return (await api.post<{ id: string }>('/chatflows', body)).id
}
