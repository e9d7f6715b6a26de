import type { InputDefinition } from '@runnel/contract'

/** Params that say what the agent may use, and how long it may go on. */
export const toolInputs: InputDefinition[] = [
  {
    label: 'Anthropic Built-in Tools',
    name: 'agentToolsBuiltInAnthropic',
    type: 'multiOptions',
    description: 'Tools that Anthropic runs itself',
    optional: true,
    options: [
      { label: 'Web Search', name: 'web_search_20250305', description: 'Searches the web' },
      { label: 'Web Fetch', name: 'web_fetch_20250910', description: 'Reads pages that are named' },
    ],
    show: { agentModel: 'chatAnthropic' },
  },
  {
    label: 'Tools',
    name: 'agentTools',
    type: 'array',
    optional: true,
    array: [
      {
        label: 'Tool',
        name: 'agentSelectedTool',
        type: 'asyncOptions',
        loadMethod: 'listTools',
        loadConfig: true,
      },
      {
        label: 'Require Human Input',
        name: 'agentSelectedToolRequiresHumanInput',
        type: 'boolean',
        description: 'A person must agree to each call of this tool, and may change its arguments',
        optional: true,
      },
    ],
  },
  {
    label: 'Max Iterations',
    name: 'agentMaxIterations',
    type: 'number',
    overridable: true,
    min: 1,
    description: 'How often the model may be asked for one answer; 50 when empty',
    optional: true,
  },
]
