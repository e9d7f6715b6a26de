import { RunnelError } from '@runnel/contract'
import { type Component, readSwitch, readText, type Toolset } from '@runnel/node-kit'
import { readArgument } from '../read-argument.ts'
import { toToolName } from '../tool-name.ts'

/** One tool: it runs the chain that is wired to it, which sees nothing but its input. */
export const chainToolset: Toolset = {
  list: ({ values }) => [
    {
      name: toToolName(readText(values, 'name'), 'chain_tool'),
      description: readText(values, 'description') || 'Runs a chain, and gives its answer.',
      inputSchema: {
        type: 'object',
        properties: { input: { type: 'string', description: 'What the chain is asked, whole' } },
        required: ['input'],
        additionalProperties: false,
      },
      effects: 'none',
      ...(readSwitch(values, 'returnDirect') && { returnDirect: true }),
    },
  ],
  async call(component, { input }, call) {
    const output = await call.runWired(getChain(component), readArgument(input, 'input'))
    const { content = '', sourceDocuments, artifacts, fileAnnotations } = output
    return {
      content: typeof content === 'string' ? content : JSON.stringify(content),
      ...(Array.isArray(sourceDocuments) && { sourceDocuments }),
      ...(Array.isArray(artifacts) && { artifacts }),
      ...(Array.isArray(fileAnnotations) && { fileAnnotations }),
    }
  },
}

function getChain({ anchors, label }: Component): Component {
  const [chain] = anchors.baseChain ?? []
  if (chain) return chain
  throw new RunnelError('missing_component', `${label} has no chain. Connect a chain or an agent to it.`)
}
