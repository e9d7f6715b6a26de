import type { FlowDocument, FlowEdge, FlowNode } from '@runnel/contract'

const NOTE = [
  'This flow works without a key and without a network. Open the chat and try:',
  '• What does Runnel keep after a crash?',
  '• What is 12 * (3 + 4)?',
  '• What time is it?',
  'Then put another chat model in place of the Demo model.',
].join('\n')

const CONTEXT = [
  'You help people who try Runnel for the first time. Answer from these facts.',
  'Runnel is a visual builder for AI workflows: people wire nodes on a canvas and talk to the result.',
  'Every run is kept in a journal, so after a crash Runnel goes on after the last finished call and nothing is lost.',
  'The whole product runs from one command and one data folder, with no other service.',
  'A flow can be called by its API: POST /api/v1/prediction with the flow’s id.',
].join('\n')

const component = (
  node: Pick<FlowNode, 'id' | 'type' | 'label' | 'position'> & Partial<FlowNode>,
): FlowNode => ({
  typeVersion: 1,
  values: {},
  ...node,
})

const wire = (source: string, sourceAnchor: string, [target, targetAnchor]: [string, string]): FlowEdge => ({
  id: `${source}-${target}`,
  source,
  sourceAnchor,
  target,
  targetAnchor,
  role: 'component',
})

/** The worked example to begin with: an agent with tools and memory on the Demo model. */
export const agentWithTools: FlowDocument = {
  nodes: [
    component({ id: 'chatDemo_0', type: 'chatDemo', label: 'Demo model', position: { x: 80, y: 540 } }),
    component({ id: 'calculator_0', type: 'calculator', label: 'Calculator', position: { x: 80, y: 60 } }),
    component({
      id: 'currentDateTime_0',
      type: 'currentDateTime',
      label: 'CurrentDateTime',
      position: { x: 80, y: 220 },
    }),
    component({
      id: 'bufferMemory_0',
      type: 'bufferMemory',
      label: 'Buffer Memory',
      typeVersion: 2,
      position: { x: 80, y: 380 },
    }),
    component({
      id: 'toolAgent_0',
      type: 'toolAgent',
      label: 'Tool Agent',
      typeVersion: 2,
      position: { x: 480, y: 260 },
      values: { systemMessage: CONTEXT },
    }),
    component({
      id: 'stickyNote_0',
      type: 'stickyNote',
      label: 'Sticky Note',
      typeVersion: 2,
      position: { x: 480, y: -20 },
      size: { width: 300, height: 210 },
      values: { note: NOTE },
    }),
  ],
  edges: [
    wire('chatDemo_0', 'chatDemo', ['toolAgent_0', 'model']),
    wire('calculator_0', 'calculator', ['toolAgent_0', 'tools']),
    wire('currentDateTime_0', 'currentDateTime', ['toolAgent_0', 'tools']),
    wire('bufferMemory_0', 'bufferMemory', ['toolAgent_0', 'memory']),
  ],
}
