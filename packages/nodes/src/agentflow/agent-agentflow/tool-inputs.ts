import type { InputDefinition } from '@runnel/contract'

/** Params that say what the agent may use, and how long it may go on. */
export const toolInputs: InputDefinition[] = [
  {
    label: 'OpenAI Built-in Tools',
    name: 'agentToolsBuiltInOpenAI',
    type: 'multiOptions',
    description: 'Tools that OpenAI runs itself; its Responses API is asked then',
    optional: true,
    options: [
      { label: 'Web Search', name: 'web_search_preview', description: 'Searches the web' },
      {
        label: 'Code Interpreter',
        name: 'code_interpreter',
        description:
          'Writes and runs Python in a container of OpenAI; files that it makes are kept with the chat',
      },
      { label: 'Image Generation', name: 'image_generation', description: 'Draws pictures' },
    ],
    show: { agentModel: 'chatOpenAI' },
  },
  {
    label: 'Gemini Built-in Tools',
    name: 'agentToolsBuiltInGemini',
    type: 'multiOptions',
    description: 'Tools that Google runs itself. Models before Gemini 3 take no others beside them',
    optional: true,
    options: [
      { label: 'URL Context', name: 'urlContext', description: 'Reads pages that are named' },
      { label: 'Google Search', name: 'googleSearch', description: 'Searches the web' },
      { label: 'Code Execution', name: 'codeExecution', description: 'Writes and runs Python' },
    ],
    show: { agentModel: 'chatGoogleGenerativeAI' },
  },
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
