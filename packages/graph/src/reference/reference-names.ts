/**
 * What files of Flowise tell by names alone. Our own types declare all of it in their definitions; a definition that came
 * inside an imported file cannot, and the wire form has some of these names in it. They stand here and nowhere else.
 */
export const REFERENCE_NAMES = {
  /** Categories whose nodes belong to agent flows, and to the older sequential and multi agents. */
  agentFlows: 'Agent Flows',
  sequentialAgents: 'Sequential Agents',
  multiAgents: 'Multi Agents',
  /** Categories whose nodes may end a chat flow. */
  answering: ['Chains', 'Agents', 'Engine', 'Multi Agents', 'Sequential Agents'],
  /** The output with which a node of any other category ends a chat flow. */
  endingOutput: 'EndingNode',
  /** The anchor where sequential agents take their control edges. */
  sequentialAnchor: 'sequentialNode',
  /** How the names of the types of notes begin; also the `type` of a note on the wire. */
  notes: 'stickyNote',
  /** How the names of nodes of an agent flow end, and those of the older agents' nodes. */
  agentNodeEnd: 'Agentflow',
  olderAgentNode: /^(?:seq[A-Z]\w*|supervisor|worker)$/,
  /** The type whose edges are marked as those of a person's choice. */
  humanInput: 'humanInputAgentflow',
  /** Params that tell one node from another of its type. */
  identifying: ['modelName', 'url'],
  /** Colours of what is told by its category. */
  colors: {
    'Chat Models': '#64B5F6',
    Chains: '#9C89B8',
    Agents: '#4DD0E1',
    Memory: '#a3b18a',
    Prompts: '#FFB938',
    Tools: '#d4a373',
  },
  /** Params of the older conditions: rows that are compared, or code. */
  olderCondition: { rows: 'conditionUI', code: 'conditionFunction' },
} as const
